package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Looks through a whole policy for what comes near to allowing a request. */
final class NearMisses {
  private static final int MOST = 5;
  private static final int FARTHEST = 2;

  private final BoundRoles roles;
  private final Attributes request;
  private final List<NearMiss> found = new ArrayList<>();

  private NearMisses(BoundRoles roles, Attributes request) {
    this.roles = roles;
    this.request = request;
  }

  /** The nearest first. */
  static List<NearMiss> of(BoundRoles roles, Attributes request) {
    NearMisses misses = new NearMisses(roles, request);
    roles.forEach(misses::lookAt);
    return misses.found.stream().sorted(NearMiss.NEAREST_FIRST).limit(MOST).toList();
  }

  private void lookAt(AnyRole role) {
    BoundRoles.Bound its = roles.of(role);
    if (!its.own().isEmpty()) {
      its.own().stream()
          .filter(binding -> request.resourceRequest() || binding.namespace().isEmpty())
          .forEach(binding -> add(Optional.of(binding), role, place(binding)));
    } else if (!its.here().isEmpty()) {
      String whom = Subjects.of(its.here());
      add(
          its.here().stream().min(Comparator.comparing(AnyBinding::key)),
          role,
          others("it is bound to " + whom));
    } else if (roles.couldBeBound(role) && !its.elsewhere().isEmpty()) {
      String whom = Subjects.of(its.elsewhere());
      add(Optional.empty(), role, others("it is bound in other namespaces only, to " + whom));
    } else if (roles.couldBeBound(role) && !roles.isPartOfAnother(role)) {
      add(Optional.empty(), role, others("nothing binds it"));
    }
  }

  private List<Difference> place(AnyBinding binding) {
    if (roles.countsHere(binding)) {
      return List.of();
    }
    return List.of(
        new Difference(
            Difference.Kind.NAMESPACE,
            "it counts in namespace " + GoText.quote(binding.namespace()) + " only"));
  }

  private static List<Difference> others(String detail) {
    return List.of(new Difference(Difference.Kind.SUBJECT, detail));
  }

  /** Adds the role's nearest rule, if it is near enough. Another's role must allow it whole. */
  private void add(Optional<AnyBinding> binding, AnyRole role, List<Difference> already) {
    boolean others = already.stream().anyMatch(d -> d.kind() == Difference.Kind.SUBJECT);
    NearMiss nearest = null;
    for (PolicyRule rule : role.rules()) {
      List<Difference> all = new ArrayList<>(Difference.between(rule, request));
      boolean fits = all.isEmpty();
      all.addAll(already);
      if (fits || (!others && isAboutSuch(rule) && isNear(all))) {
        NearMiss miss = new NearMiss(binding, role, rule, all);
        if (nearest == null || NearMiss.NEAREST_FIRST.compare(miss, nearest) < 0) {
          nearest = miss;
        }
      }
    }
    if (nearest != null) {
      found.add(nearest);
    }
  }

  /** Whether a rule is about resources, or about paths, as the request is. */
  private boolean isAboutSuch(PolicyRule rule) {
    return !(request.resourceRequest() ? rule.resources() : rule.nonResourceURLs()).isEmpty();
  }

  /** A rule for another resource is near only if that is all that is wrong with it. */
  private static boolean isNear(List<Difference> differences) {
    boolean elsewhere =
        differences.stream()
            .anyMatch(
                d ->
                    d.kind() == Difference.Kind.RESOURCE
                        || d.kind() == Difference.Kind.API_GROUP
                        || d.kind() == Difference.Kind.URL);
    return differences.size() <= (elsewhere ? 1 : FARTHEST);
  }
}
