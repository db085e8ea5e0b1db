package dev.muster.authz.rbac;

import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The roles of a policy by where they are, and the bindings of each by where they count: what
 * checks do not need and questions about the whole policy do. Immutable.
 */
public final class RbacOverview {
  private final Map<String, List<AnyRole>> roles = new HashMap<>();
  private final Map<RbacKey, Map<String, List<AnyBinding>>> bindings = new HashMap<>();

  RbacOverview(RbacSnapshot policy) {
    policy.forEach(
        object -> {
          switch (object) {
            case AnyRole role ->
                roles.computeIfAbsent(role.namespace(), in -> new ArrayList<>()).add(role);
            case AnyBinding binding ->
                RbacSnapshot.roleKey(binding.roleRef(), binding.namespace())
                    .ifPresent(key -> add(key, binding));
          }
        });
  }

  private void add(RbacKey role, AnyBinding binding) {
    bindings
        .computeIfAbsent(role, key -> new HashMap<>())
        .computeIfAbsent(binding.namespace(), in -> new ArrayList<>())
        .add(binding);
  }

  /** The roles of a namespace, or with an empty name the cluster roles, in no order. */
  public List<AnyRole> rolesIn(String namespace) {
    return roles.getOrDefault(namespace, List.of());
  }

  /** The roles of everywhere. */
  public Collection<List<AnyRole>> roles() {
    return roles.values();
  }

  /** Bindings to a role that count in a namespace only, or with an empty name in the cluster. */
  public List<AnyBinding> bindings(AnyRole role, String scope) {
    return bindings.getOrDefault(role.key(), Map.of()).getOrDefault(scope, List.of());
  }

  /** All bindings to a role, by the namespace in which they count. */
  public Map<String, List<AnyBinding>> bindings(AnyRole role) {
    return bindings.getOrDefault(role.key(), Map.of());
  }
}
