package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.AggregationSelector;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RoleRef;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Roles as one would write them, so that others gather them. */
final class RoleLabels {
  private RoleLabels() {}

  /** Labels with which a role is gathered by another; empty if none are. */
  static Optional<Map<String, String>> gatheredBy(ClusterRole whole) {
    for (AggregationSelector selector : whole.aggregation()) {
      Map<String, String> labels = new LinkedHashMap<>(selector.matchLabels());
      for (SelectorRequirement wanted : selector.matchExpressions()) {
        switch (wanted.operator()) {
          case "In" ->
              wanted.values().stream().findFirst().ifPresent(v -> labels.put(wanted.key(), v));
          case "Exists" -> labels.putIfAbsent(wanted.key(), "");
          default -> {} // what must not be there is left out
        }
      }
      Metadata made = new Metadata("", "made", labels, Map.of());
      if (Aggregation.gathers(whole, new ClusterRole(made, List.of(), List.of()))) {
        return Optional.of(labels);
      }
    }
    return Optional.empty();
  }

  static ObjectNode object(String home, String name, boolean full, Map<String, String> labels) {
    ObjectNode role = JsonNodeFactory.instance.objectNode();
    role.put("apiVersion", RoleRef.API_GROUP + "/v1");
    role.put("kind", home.isEmpty() ? "ClusterRole" : "Role");
    ObjectNode metadata = role.putObject("metadata").put("name", name);
    if (!labels.isEmpty()) {
      ObjectNode written = metadata.putObject("labels");
      labels.forEach(written::put);
    }
    if (full) {
      rules(role);
    } else {
      role.putArray("rules");
    }
    return role;
  }

  /** One rule with all that there is. */
  static void rules(ObjectNode role) {
    ObjectNode rule = role.putArray("rules").addObject();
    List.of("apiGroups", "resources", "verbs").forEach(part -> rule.putArray(part).add("*"));
  }
}
