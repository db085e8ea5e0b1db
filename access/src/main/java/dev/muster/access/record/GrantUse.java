package dev.muster.access.record;

import dev.muster.access.rights.HeldRight;
import dev.muster.access.rights.Rights;
import dev.muster.authz.Attributes;
import dev.muster.authz.Decision;
import dev.muster.authz.User;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which grants of a policy were of use. What several grants allow is put down to the one that the
 * authorizer names: all others together can go without a request being refused for it.
 */
final class GrantUse {
  private record BoundRule(RbacKey binding, PolicyRule rule) {}

  private final RbacSnapshot policy;
  private final Map<BoundRule, UsedParts> used = new HashMap<>();
  private long notAllowed;

  GrantUse(RbacSnapshot policy) {
    this.policy = policy;
  }

  void add(Attributes request) {
    if (policy.authorize(request) instanceof Decision.Allow allow
        && allow.by() instanceof RbacGrant grant) {
      used.computeIfAbsent(of(grant), key -> new UsedParts(grant.rule())).add(request);
    } else {
      notAllowed++;
    }
  }

  private static BoundRule of(RbacGrant grant) {
    return new BoundRule(grant.binding().key(), grant.rule());
  }

  /** How many it does not, so that something else did. */
  long notAllowed() {
    return notAllowed;
  }

  /** Of all that a user has, in the order of bindings and rules. */
  List<UnusedGrant> unused(User user) {
    List<UnusedGrant> unused = new ArrayList<>();
    Set<BoundRule> seen = new HashSet<>();
    for (HeldRight held : Rights.of(policy, user)) {
      BoundRule key = of(held.by());
      UsedParts parts = used.get(key);
      if (parts == null || !seen.add(key)) {
        // the same rule twice in a role is of use once
        unused.add(new UnusedGrant(held.by(), true, held.right().rule()));
        continue;
      }
      PolicyRule rest = parts.unused();
      if (!UsedParts.empty(rest)) {
        unused.add(new UnusedGrant(held.by(), false, rest));
      }
    }
    return unused;
  }
}
