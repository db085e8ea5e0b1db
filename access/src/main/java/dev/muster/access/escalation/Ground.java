package dev.muster.access.escalation;

import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What ways lead over: a policy, and what is known to be there beside it. What all searches need of
 * it is made once, when the first one asks. Not thread-safe: one instance, one question.
 */
final class Ground {
  final RbacSnapshot policy;
  final Inventory known;
  private final IdentityHashMap<AnyRole, List<Grip>> grips = new IdentityHashMap<>();
  private @Nullable Candidates candidates;

  /**
   * A lever that a rule gives.
   *
   * @param names of the objects that it is for; empty for all
   */
  record Grip(Lever lever, String verb, List<String> names) {
    Hold held(String scope, Fact by) {
      return new Hold(lever, verb, scope, names, by);
    }
  }

  Ground(RbacSnapshot policy, Inventory known) {
    this.policy = policy;
    this.known = known;
  }

  /** Whom and what one could become: who has no lever never asks. */
  Candidates candidates() {
    Candidates made = candidates;
    if (made == null) {
      made = new Candidates(policy, known);
      candidates = made;
    }
    return made;
  }

  /** The levers of a role of the policy. */
  List<Grip> grips(AnyRole role) {
    return grips.computeIfAbsent(role, r -> grips(r.rules()));
  }

  /** The levers of rules. */
  static List<Grip> grips(List<PolicyRule> rules) {
    List<Grip> found = new ArrayList<>();
    for (PolicyRule rule : rules) {
      for (Lever lever : Lever.values()) {
        lever.in(rule).ifPresent(verb -> found.add(new Grip(lever, verb, rule.resourceNames())));
      }
    }
    return List.copyOf(found);
  }
}
