package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The roles of a policy, and to whom each is bound, seen from one request. */
final class BoundRoles {
  private static final Bound UNBOUND = new Bound(List.of(), List.of(), List.of());

  private final RbacSnapshot policy;
  private final Attributes request;
  private final List<AnyRole> roles = new ArrayList<>();
  private final List<ClusterRole> gathering = new ArrayList<>();
  private final IdentityHashMap<AnyRole, Bound> bound = new IdentityHashMap<>();

  /**
   * The bindings of one role.
   *
   * @param own to the user, wherever they count
   * @param here to others, and counting where the request is
   * @param elsewhere to others, in other namespaces
   */
  record Bound(List<AnyBinding> own, List<AnyBinding> here, List<AnyBinding> elsewhere) {}

  BoundRoles(RbacSnapshot policy, Attributes request) {
    this.policy = policy;
    this.request = request;
    policy.forEach(
        object -> {
          switch (object) {
            case AnyBinding binding -> sort(binding);
            case AnyRole role -> roles.add(role);
          }
          if (object instanceof ClusterRole role && !role.aggregation().isEmpty()) {
            gathering.add(role);
          }
        });
  }

  private void sort(AnyBinding binding) {
    Optional<AnyRole> role = policy.role(binding.roleRef(), binding.namespace());
    if (role.isEmpty()) {
      return;
    }
    Bound its =
        bound.computeIfAbsent(
            role.get(), r -> new Bound(new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
    if (isTheUsers(binding)) {
      its.own().add(binding);
    } else {
      (countsHere(binding) ? its.here() : its.elsewhere()).add(binding);
    }
  }

  void forEach(Consumer<AnyRole> visitor) {
    roles.forEach(visitor);
  }

  Bound of(AnyRole role) {
    return bound.getOrDefault(role, UNBOUND);
  }

  boolean countsHere(AnyBinding binding) {
    return binding.namespace().isEmpty()
        || (request.resourceRequest() && binding.namespace().equals(request.namespace()));
  }

  boolean allows(AnyRole role) {
    return role.rules().stream().anyMatch(rule -> Difference.between(rule, request).isEmpty());
  }

  /** Whether a role that gathers this one allows the request, too. */
  boolean isPartOfAnother(AnyRole role) {
    return role instanceof ClusterRole part
        && gathering.stream()
            .filter(whole -> !whole.key().equals(part.key()))
            .anyMatch(whole -> Aggregation.gathers(whole, part) && allows(whole));
  }

  private boolean isTheUsers(AnyBinding binding) {
    return binding.subjects().stream()
        .anyMatch(s -> s.appliesTo(request.user(), binding.namespace()));
  }
}
