package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import org.jspecify.annotations.Nullable;

/** The rules of a role, ready for matching; or, for a role that does not exist, none. Immutable. */
final class CompiledRole {
  private static final int SCAN_LIMIT = 3;
  static final CompiledRole MISSING = new CompiledRole();

  private final RbacObject.@Nullable AnyRole source;
  private final CompiledRule[] rules;
  private final @Nullable ResourceTable byResource;

  private CompiledRole() {
    source = null;
    rules = new CompiledRule[0];
    byResource = null;
  }

  CompiledRole(RbacObject.AnyRole source) {
    this.source = source;
    this.rules = source.rules().stream().map(CompiledRule::new).toArray(CompiledRule[]::new);
    this.byResource =
        rules.length <= SCAN_LIMIT
            ? null
            : new ResourceTable(source.rules().stream().map(PolicyRule::resources).toList());
  }

  RbacObject.@Nullable AnyRole source() {
    return source;
  }

  int size() {
    return rules.length;
  }

  PolicyRule rule(int number) {
    return rules[number].rule();
  }

  /**
   * The number of a rule that allows the request, or -1.
   *
   * @param exact the joined hash of resource and subresource
   * @param anyParent the joined hash of {@code *} and subresource
   */
  int match(Attributes request, int exact, int anyParent) {
    ResourceTable table = byResource;
    if (table == null || !request.resourceRequest()) {
      return scan(request);
    }
    int found =
        firstAllowing(table.listing(request.resource(), request.subresource(), exact), request);
    if (found < 0 && !request.subresource().isEmpty()) {
      found = firstAllowing(table.listing("*", request.subresource(), anyParent), request);
    }
    return found < 0 ? firstAllowing(table.listingAll(), request) : found;
  }

  private int firstAllowing(int[] numbers, Attributes request) {
    for (int number : numbers) {
      if (rules[number].allowsOnResource(request)) {
        return number;
      }
    }
    return -1;
  }

  private int scan(Attributes request) {
    for (int i = 0; i < rules.length; i++) {
      if (rules[i].allows(request)) {
        return i;
      }
    }
    return -1;
  }
}
