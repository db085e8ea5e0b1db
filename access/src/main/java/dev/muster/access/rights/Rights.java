package dev.muster.access.rights;

import dev.muster.authz.User;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.authz.rbac.explain.PolicyQuestions;
import java.util.ArrayList;
import java.util.List;

/** Everything that a policy allows somebody. */
public final class Rights {
  private Rights() {}

  /** First what counts everywhere, then namespace by namespace, in the order of the bindings. */
  public static List<HeldRight> of(RbacSnapshot policy, User user) {
    List<HeldRight> all = new ArrayList<>();
    add(policy.heldBy(user, ""), all);
    for (String namespace : new PolicyQuestions(policy).namespacesOf(user)) {
      add(
          policy.heldBy(user, namespace).stream()
              .filter(held -> !held.binding().namespace().isEmpty())
              .toList(),
          all);
    }
    return all;
  }

  /** The same, each once: what is bound once more in a place gives nothing more there. */
  public static List<HeldRight> distinct(RbacSnapshot policy, User user) {
    List<HeldRight> all = new ArrayList<>();
    add(policy.rolesOf(user), all);
    return all;
  }

  private static void add(List<HeldRole> roles, List<HeldRight> all) {
    for (HeldRole held : roles) {
      held.role().ifPresent(role -> add(held, role, all));
    }
  }

  private static void add(HeldRole held, AnyRole role, List<HeldRight> all) {
    String where = held.binding().namespace();
    for (PolicyRule rule : role.rules()) {
      // what is bound in a namespace says nothing about paths
      if (where.isEmpty() || !rule.resources().isEmpty()) {
        all.add(
            new HeldRight(
                new Right(where, rule), new RbacGrant(held.binding(), held.subject(), role, rule)));
      }
    }
  }
}
