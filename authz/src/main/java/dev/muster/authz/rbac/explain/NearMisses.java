package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacSnapshot;
import dev.muster.base.go.GoText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Looks through a whole policy for what comes near to allowing a request. */
final class NearMisses {
  private static final int MOST = 5;
  private static final int FARTHEST = 2;

  private final RbacSnapshot policy;
  private final Attributes request;
  private final List<NearMiss> found = new ArrayList<>();
  private final Set<AnyRole> told = new HashSet<>();
  private final Set<AnyRole> boundElsewhere = new HashSet<>();

  NearMisses(RbacSnapshot policy, Attributes request) {
    this.policy = policy;
    this.request = request;
  }

  List<NearMiss> nearest() {
    policy.forEach(
        object -> {
          if (object instanceof AnyBinding binding) {
            policy
                .role(binding.roleRef(), binding.namespace())
                .ifPresent(role -> lookAt(binding, role));
          }
        });
    policy.forEach(
        object -> {
          if (object instanceof AnyRole role && couldBeBound(role) && !told.contains(role)) {
            add(Optional.empty(), role, List.of(notBound(unbound(role))));
          }
        });
    return found.stream().sorted(NearMiss.NEAREST_FIRST).limit(MOST).toList();
  }

  private void lookAt(AnyBinding binding, AnyRole role) {
    List<Difference> place = place(binding);
    boolean own = isTheUsers(binding, request.user());
    if (own) {
      told.add(role);
      add(Optional.of(binding), role, place);
    } else if (place.isEmpty()) {
      told.add(role);
      add(Optional.of(binding), role, List.of(notBound("it is bound to " + others())));
    } else {
      boundElsewhere.add(role);
    }
  }

  private String unbound(AnyRole role) {
    return boundElsewhere.contains(role)
        ? "it is bound in other namespaces only, and to " + others()
        : "nothing binds it";
  }

  private String others() {
    return "others than " + GoText.quote(request.user().name());
  }

  private List<Difference> place(AnyBinding binding) {
    String namespace = binding.namespace();
    if (namespace.isEmpty()
        || (request.resourceRequest() && namespace.equals(request.namespace()))) {
      return List.of();
    }
    return List.of(
        new Difference(
            Difference.Kind.NAMESPACE,
            "it counts in namespace " + GoText.quote(namespace) + " only"));
  }

  private static Difference notBound(String detail) {
    return new Difference(Difference.Kind.SUBJECT, detail);
  }

  /** Adds the role's nearest rule, if it is near enough. Another's role must allow it whole. */
  private void add(Optional<AnyBinding> binding, AnyRole role, List<Difference> already) {
    boolean others = already.stream().anyMatch(d -> d.kind() == Difference.Kind.SUBJECT);
    NearMiss nearest = null;
    for (PolicyRule rule : role.rules()) {
      List<Difference> all = new ArrayList<>(Difference.between(rule, request));
      if (all.isEmpty() || (!others && isNear(all))) {
        all.addAll(already);
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

  private boolean couldBeBound(AnyRole role) {
    return switch (role) {
      case ClusterRole cluster -> true;
      case Role local -> request.resourceRequest() && local.namespace().equals(request.namespace());
    };
  }

  private static boolean isTheUsers(AnyBinding binding, User user) {
    return binding.subjects().stream().anyMatch(s -> s.appliesTo(user, binding.namespace()));
  }
}
