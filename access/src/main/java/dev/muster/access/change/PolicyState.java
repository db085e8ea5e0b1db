package dev.muster.access.change;

import dev.muster.authz.abac.PolicyLine;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * All that decides who may do what, at one time.
 *
 * @param lines of ABAC
 * @param memberships groups of users, as far as they change
 */
public record PolicyState(
    RbacSnapshot roles, List<PolicyLine> lines, Map<String, Set<String>> memberships) {
  public PolicyState {
    List<PolicyLine> plain = new ArrayList<>();
    for (PolicyLine line : lines) {
      plain.add(withoutPlace(line));
    }
    lines = List.copyOf(plain);
    Map<String, Set<String>> copy = new TreeMap<>();
    memberships.forEach((user, groups) -> copy.put(user, new TreeSet<>(groups)));
    memberships = copy;
  }

  /** Roles and bindings alone. */
  public static PolicyState of(RbacSnapshot roles) {
    return new PolicyState(roles, List.of(), Map.of());
  }

  /**
   * Roles and bindings, and lines of ABAC of which nothing but a change is known.
   *
   * @param lines those of the change
   * @param there whether they are there: after they were applied, before they are deleted
   */
  public static PolicyState of(RbacSnapshot roles, List<PolicyLine> lines, boolean there) {
    return new PolicyState(roles, there ? lines : List.of(), Map.of());
  }

  /** The same line elsewhere in a file says the same. */
  private static PolicyLine withoutPlace(PolicyLine line) {
    return new PolicyLine(
        "",
        0,
        line.user(),
        line.group(),
        line.readonly(),
        line.apiGroup(),
        line.namespace(),
        line.resource(),
        line.nonResourcePath());
  }
}
