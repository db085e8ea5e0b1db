package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.authz.rbac.PolicyRule;
import dev.muster.authz.rbac.RbacObject;
import dev.muster.authz.rbac.RbacObject.AnyBinding;
import dev.muster.authz.rbac.RbacObject.AnyRole;
import java.util.List;

/**
 * Something in a policy that decides by itself.
 *
 * @param what which part of the object, empty for all of it
 */
record PolicyPart(String kind, String namespace, String name, String what) {
  static List<PolicyPart> of(RbacObject object) {
    return switch (object) {
      case AnyRole role -> role.rules().stream().map(rule -> rule(role, rule)).toList();
      case AnyBinding binding -> List.of(binding(binding));
    };
  }

  static PolicyPart rule(AnyRole role, PolicyRule rule) {
    return new PolicyPart(role.key().kind().kind(), role.namespace(), role.name(), rule.compact());
  }

  static PolicyPart binding(AnyBinding binding) {
    return new PolicyPart(binding.key().kind().kind(), binding.namespace(), binding.name(), "");
  }

  static PolicyPart of(JsonNode object) {
    return named(object.path("kind").asText(), object.at("/metadata/name").asText());
  }

  /** A whole object of the cluster. */
  static PolicyPart named(String kind, String name) {
    return new PolicyPart(kind, "", name, "");
  }
}
