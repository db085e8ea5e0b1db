package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.HeldRole;
import dev.muster.authz.rbac.RbacKey;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RbacOverview;
import dev.muster.authz.rbac.RbacSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The roles of a policy that a request could be allowed by, and to whom each is bound: those of the
 * cluster, those of the request's namespace, and whatever the user has elsewhere.
 */
final class BoundRoles {
  private final RbacOverview policy;
  private final Attributes request;
  private final Map<RbacKey, AnyRole> roles = new LinkedHashMap<>();
  private final Map<RbacKey, List<AnyBinding>> own = new HashMap<>();

  BoundRoles(RbacSnapshot policy, Attributes request) {
    this.policy = policy.overview();
    this.request = request;
    this.policy.rolesIn("").forEach(role -> roles.put(role.key(), role));
    if (!namespace().isEmpty()) {
      this.policy.rolesIn(namespace()).forEach(role -> roles.put(role.key(), role));
    }
    addOwn(policy.heldBy(request.user(), ""));
    for (String namespace : policy.namespacesOf(request.user())) {
      addOwn(
          policy.heldBy(request.user(), namespace).stream()
              .filter(held -> !held.binding().namespace().isEmpty())
              .toList());
    }
  }

  private void addOwn(List<HeldRole> all) {
    for (HeldRole held : all) {
      held.role()
          .ifPresent(
              role -> {
                roles.put(role.key(), role);
                own.computeIfAbsent(role.key(), key -> new ArrayList<>()).add(held.binding());
              });
    }
  }

  private String namespace() {
    return request.resourceRequest() ? request.namespace() : "";
  }

  void forEach(Consumer<AnyRole> visitor) {
    roles.values().forEach(visitor);
  }

  /** The bindings of a role to the user, wherever they count. */
  List<AnyBinding> own(AnyRole role) {
    return own.getOrDefault(role.key(), List.of());
  }

  /** The bindings of a role to others that count where the request is. */
  List<AnyBinding> here(AnyRole role) {
    List<AnyBinding> here = new ArrayList<>(policy.bindings(role, ""));
    if (!namespace().isEmpty()) {
      here.addAll(policy.bindings(role, namespace()));
    }
    here.removeIf(this::isTheUsers);
    return here;
  }

  /** The bindings of a role to others that count in other namespaces. */
  List<AnyBinding> elsewhere(AnyRole role) {
    List<AnyBinding> elsewhere = new ArrayList<>();
    policy
        .bindings(role)
        .forEach(
            (scope, bindings) -> {
              if (!scope.isEmpty() && !scope.equals(namespace())) {
                bindings.stream().filter(binding -> !isTheUsers(binding)).forEach(elsewhere::add);
              }
            });
    return elsewhere;
  }

  boolean countsHere(AnyBinding binding) {
    return binding.namespace().isEmpty()
        || (request.resourceRequest() && binding.namespace().equals(request.namespace()));
  }

  boolean allows(AnyRole role) {
    return role.rules().stream().anyMatch(rule -> Difference.none(rule, request));
  }

  /** Whether a role that gathers this one allows the request, too. */
  boolean isPartOfAnother(AnyRole role) {
    return role instanceof ClusterRole part
        && policy.rolesIn("").stream()
            .filter(ClusterRole.class::isInstance)
            .map(ClusterRole.class::cast)
            .filter(whole -> !whole.aggregation().isEmpty() && !whole.key().equals(part.key()))
            .anyMatch(whole -> Aggregation.gathers(whole, part) && allows(whole));
  }

  private boolean isTheUsers(AnyBinding binding) {
    return binding.subjects().stream()
        .anyMatch(s -> s.appliesTo(request.user(), binding.namespace()));
  }
}
