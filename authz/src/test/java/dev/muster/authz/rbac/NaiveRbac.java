package dev.muster.authz.rbac;

import dev.muster.authz.Attributes;
import dev.muster.authz.User;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** RBAC as one would explain it: look at every binding, then at every rule of its role. */
final class NaiveRbac {
  private final Map<RbacKey, RbacObject> objects = new TreeMap<>();

  void put(RbacObject object) {
    objects.put(object.key(), object);
  }

  void remove(RbacKey key) {
    objects.remove(key);
  }

  /** The reasons that would all be right; none if the request is not allowed. */
  Set<String> reasons(Attributes request) {
    Set<String> cluster = reasons(request, RbacKind.CLUSTER_ROLE_BINDING);
    return cluster.isEmpty() ? reasons(request, RbacKind.ROLE_BINDING) : cluster;
  }

  /** What is wrong with the bindings that concern the user. */
  Set<String> problems(User user, String namespace) {
    Set<String> problems = new LinkedHashSet<>();
    for (AnyBinding binding : bindings(namespace)) {
      if (first(binding, user) != null && role(binding) == null) {
        problems.add(RoleProblem.seenByAuthorizer(binding.roleRef()));
      }
    }
    return problems;
  }

  private Set<String> reasons(Attributes request, RbacKind kind) {
    Set<String> reasons = new LinkedHashSet<>();
    for (AnyBinding binding : bindings(request.namespace())) {
      Subject subject = first(binding, request.user());
      AnyRole role = role(binding);
      if (binding.key().kind() != kind || subject == null || role == null) {
        continue;
      }
      for (PolicyRule rule : role.rules()) {
        if (allows(rule, request)) {
          reasons.add("RBAC: allowed by " + new RbacGrant(binding, subject, role, rule).describe());
        }
      }
    }
    return reasons;
  }

  private List<AnyBinding> bindings(String namespace) {
    return objects.values().stream()
        .filter(AnyBinding.class::isInstance)
        .map(AnyBinding.class::cast)
        .filter(b -> b.namespace().isEmpty() || b.namespace().equals(namespace))
        .toList();
  }

  private static @Nullable Subject first(AnyBinding binding, User user) {
    return binding.subjects().stream()
        .filter(s -> s.appliesTo(user, binding.namespace()))
        .findFirst()
        .orElse(null);
  }

  private @Nullable AnyRole role(AnyBinding binding) {
    RoleRef ref = binding.roleRef();
    RbacObject found =
        switch (ref.kind()) {
          case "Role" -> objects.get(new RbacKey(RbacKind.ROLE, binding.namespace(), ref.name()));
          case "ClusterRole" -> objects.get(new RbacKey(RbacKind.CLUSTER_ROLE, "", ref.name()));
          default -> null;
        };
    return (AnyRole) found;
  }

  static boolean allows(PolicyRule rule, Attributes request) {
    if (!has(rule.verbs(), v -> v.equals("*") || v.equals(request.verb()))) {
      return false;
    }
    if (!request.resourceRequest()) {
      return has(
          rule.nonResourceURLs(),
          url ->
              url.equals(request.path())
                  || (url.endsWith("*") && request.path().startsWith(url.replaceAll("\\*+$", ""))));
    }
    String sub = request.subresource();
    String joined = sub.isEmpty() ? request.resource() : request.resource() + "/" + sub;
    return has(rule.apiGroups(), g -> g.equals("*") || g.equals(request.apiGroup()))
        && has(
            rule.resources(),
            r -> r.equals("*") || r.equals(joined) || (!sub.isEmpty() && r.equals("*/" + sub)))
        && (rule.resourceNames().isEmpty() || rule.resourceNames().contains(request.name()));
  }

  private static boolean has(List<String> values, Function<String, Boolean> test) {
    return values.stream().anyMatch(test::apply);
  }
}
