package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacObject.Role;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** The roles of a policy, and to whom each is bound, seen from one request. */
final class BoundRoles {
  private static final Bound UNBOUND = new Bound(List.of(), List.of(), List.of());

  private final RbacSnapshot policy;
  private final Attributes request;
  private final List<ClusterRole> gathering = new ArrayList<>();
  private final Set<RbacKey> own = new HashSet<>();
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
    own(request.user(), "");
    policy.namespacesOf(request.user()).forEach(namespace -> own(request.user(), namespace));
    for (AnyRole role : policy.contents().roles()) {
      if (role instanceof ClusterRole cluster && !cluster.aggregation().isEmpty()) {
        gathering.add(cluster);
      }
    }
  }

  private void own(User user, String namespace) {
    for (HeldRole held : policy.heldBy(user, namespace)) {
      held.role().ifPresent(role -> own.add(role.key()));
    }
  }

  private Bound sorted(AnyRole role) {
    List<AnyBinding> all = policy.contents().of(role);
    if (all.isEmpty()) {
      return UNBOUND;
    }
    Bound its = new Bound(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    for (AnyBinding binding : all) {
      if (isTheUsers(binding)) {
        its.own().add(binding);
      } else {
        (countsHere(binding) ? its.here() : its.elsewhere()).add(binding);
      }
    }
    return its;
  }

  void forEach(Consumer<AnyRole> visitor) {
    policy.contents().roles().stream().filter(this::matters).forEach(visitor);
  }

  /**
   * A role of another namespace matters to whom it is bound, and is of no use to others; one that
   * is bound to others must allow the request to be worth a word.
   */
  private boolean matters(AnyRole role) {
    return own.contains(role.key()) || (couldBeBound(role) && allows(role));
  }

  boolean couldBeBound(AnyRole role) {
    return switch (role) {
      case ClusterRole cluster -> true;
      case Role local -> request.resourceRequest() && local.namespace().equals(request.namespace());
    };
  }

  Bound of(AnyRole role) {
    return bound.computeIfAbsent(role, this::sorted);
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
