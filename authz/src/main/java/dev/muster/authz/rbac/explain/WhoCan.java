package dev.muster.authz.rbac.explain;

import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacGrant;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Gathers what allows something, by whom it allows it. */
final class WhoCan {
  private final Map<Subject, List<RbacGrant>> found = new TreeMap<>(Grantee.ORDER);

  /** All of these bindings grant the rule. */
  void add(List<AnyBinding> bindings, AnyRole role, PolicyRule rule) {
    for (AnyBinding binding : bindings) {
      for (Subject subject : binding.subjects()) {
        Grantee.standingAlone(subject, binding.namespace())
            .ifPresent(
                alone ->
                    found
                        .computeIfAbsent(alone, a -> new ArrayList<>())
                        .add(new RbacGrant(binding, subject, role, rule)));
      }
    }
  }

  /** First groups, then users, then service accounts. */
  List<Grantee> grantees() {
    List<Grantee> all = new ArrayList<>();
    found.forEach(
        (subject, grants) -> {
          grants.sort((a, b) -> a.binding().key().compareTo(b.binding().key()));
          all.add(new Grantee(subject, grants));
        });
    return all;
  }
}
