package dev.muster.authz.rbac;

import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The roles and bindings of one policy in the orders in which questions ask for them. Made in one
 * pass when the first question comes; checks have no use for it. Immutable once made.
 */
public final class PolicyContents {
  private final List<AnyRole> roles = new ArrayList<>();
  private final Map<String, List<AnyBinding>> byScope = new HashMap<>();
  private final Map<RbacKey, List<AnyBinding>> byRole = new HashMap<>();

  PolicyContents(RbacSnapshot policy) {
    policy.forEach(
        object -> {
          switch (object) {
            case AnyRole role -> roles.add(role);
            case AnyBinding binding -> {
              byScope.computeIfAbsent(binding.namespace(), n -> new ArrayList<>()).add(binding);
              RbacSnapshot.roleKey(binding.roleRef(), binding.namespace())
                  .ifPresent(
                      key -> byRole.computeIfAbsent(key, k -> new ArrayList<>()).add(binding));
            }
          }
        });
  }

  /** All roles, in no particular order. */
  public List<AnyRole> roles() {
    return Collections.unmodifiableList(roles);
  }

  /** The bindings in a namespace; those of the cluster for an empty one. */
  public List<AnyBinding> in(String scope) {
    return Collections.unmodifiableList(byScope.getOrDefault(scope, List.of()));
  }

  /** The bindings of a role, wherever. */
  public List<AnyBinding> of(AnyRole role) {
    return Collections.unmodifiableList(byRole.getOrDefault(role.key(), List.of()));
  }
}
