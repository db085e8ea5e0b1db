package dev.muster.access.rights;

import dev.muster.authz.rbac.PolicyRule;

/**
 * Something that may be done somewhere.
 *
 * @param where a namespace; empty for everywhere
 */
public record Right(String where, PolicyRule rule) {
  /** {@code everywhere}, or the namespace. */
  public String place() {
    return where.isEmpty() ? "everywhere" : where;
  }
}
