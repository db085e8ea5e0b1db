package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.Subject;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Finds bindings by which a user could have what is refused. What Kubernetes' own parts have is
 * left to them, and nobody is told to become one who may do anything in the whole cluster.
 */
final class Fixes {
  private static final int MOST = 4;
  private static final Comparator<Fix> SMALLEST_FIRST =
      Comparator.<Fix, Boolean>comparing(fix -> isEverything(fix.role()))
          .thenComparingInt(fix -> fix.role().rules().size())
          .thenComparing(fix -> fix.binding().key());

  private Fixes() {}

  /** The role with the fewest rules first; one that allows anything in a namespace is the last. */
  static List<Fix> of(BoundRoles roles, Attributes request) {
    List<Fix> fixes = new ArrayList<>();
    roles.forEach(
        role -> {
          if (!NearMiss.isSystem(role) && roles.allows(role)) {
            roles.here(role).stream()
                .filter(binding -> !NearMiss.isSystem(binding))
                .filter(binding -> !binding.namespace().isEmpty() || !isEverything(role))
                .forEach(binding -> add(binding, role, request, fixes));
          }
        });
    return fixes.stream().sorted(SMALLEST_FIRST).limit(MOST).toList();
  }

  private static boolean isEverything(AnyRole role) {
    return role.rules().stream()
        .anyMatch(
            rule ->
                rule.verbs().contains("*")
                    && rule.apiGroups().contains("*")
                    && rule.resources().contains("*")
                    && rule.resourceNames().isEmpty());
  }

  private static void add(AnyBinding binding, AnyRole role, Attributes request, List<Fix> fixes) {
    fixes.add(new Fix.AddToBinding(binding, role, Fix.subject(request.user())));
    for (Subject subject : binding.subjects()) {
      // who is of a group of the system's own is not for anyone to say
      if (subject.kind().equals(Subject.GROUP) && !subject.name().startsWith("system:")) {
        fixes.add(new Fix.JoinGroup(binding, role, subject.name()));
      }
    }
  }
}
