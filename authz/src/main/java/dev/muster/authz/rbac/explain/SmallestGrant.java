package dev.muster.authz.rbac.explain;

import dev.muster.authz.Attributes;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.authz.rbac.Subject;
import java.util.List;
import java.util.Locale;

/**
 * A role and a binding that allow exactly one request and nothing else. A server asks for {@code
 * create} and {@code deletecollection} without a name, so these are allowed for all names.
 */
public record SmallestGrant(AnyRole role, AnyBinding binding) {
  static SmallestGrant of(Attributes request) {
    List<PolicyRule> rules = List.of(rule(request));
    List<Subject> subjects = List.of(Fix.subject(request.user()));
    String name = name(request);
    String namespace = request.resourceRequest() ? request.namespace() : "";
    if (namespace.isEmpty()) {
      Metadata metadata = Metadata.named(name);
      return new SmallestGrant(
          new RbacObject.ClusterRole(metadata, rules, List.of()),
          new RbacObject.ClusterRoleBinding(metadata, subjects, RoleRef.clusterRole(name)));
    }
    Metadata metadata = Metadata.named(namespace, name);
    return new SmallestGrant(
        new RbacObject.Role(metadata, rules),
        new RbacObject.RoleBinding(metadata, subjects, RoleRef.role(name)));
  }

  private static PolicyRule rule(Attributes request) {
    List<String> verbs = List.of(request.verb());
    return request.resourceRequest()
        ? new PolicyRule(
            verbs,
            List.of(request.apiGroup()),
            List.of(Difference.resource(request)),
            hasName(request) ? List.of(request.name()) : List.of(),
            List.of())
        : PolicyRule.onUrls(List.of(request.path()), verbs);
  }

  /** Where the server asks without a name, a rule for a name allows nothing. */
  private static boolean hasName(Attributes request) {
    boolean nameless =
        request.verb().equals("deletecollection")
            || (request.verb().equals("create") && request.subresource().isEmpty());
    return !request.name().isEmpty() && !nameless;
  }

  private static String name(Attributes request) {
    String what = request.resourceRequest() ? Difference.resource(request) : request.path();
    String words =
        (request.user().name() + "-" + request.verb() + "-" + what)
            .toLowerCase(Locale.ROOT)
            .replaceAll("[^a-z0-9]+", "-")
            .replaceAll("^-|-$", "");
    return words.substring(0, Math.min(words.length(), 63));
  }
}
