package dev.muster.access.escalation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.authz.SelectorRequirement;
import dev.muster.authz.rbac.Aggregation;
import dev.muster.authz.rbac.AggregationSelector;
import dev.muster.authz.rbac.Metadata;
import dev.muster.authz.rbac.RbacObject.ClusterRole;
import dev.muster.authz.rbac.RoleRef;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.RbacV1.MutableClusterRole;
import dev.muster.views.RbacV1.MutablePolicyRule;
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
    MutableClusterRole role = MutableClusterRole.create().apiVersion(RoleRef.API_GROUP + "/v1");
    role.kind(home.isEmpty() ? "ClusterRole" : "Role");
    MutableObjectMeta metadata = role.metadata().ensure().name(name);
    if (!labels.isEmpty()) {
      labels.forEach(metadata.labels().map()::put);
    }
    role.rules().replace();
    if (full) {
      everything(role);
    }
    return role.tree();
  }

  /** One rule with all that there is. */
  static void everything(MutableClusterRole role) {
    MutablePolicyRule rule = role.rules().add();
    rule.apiGroups().list().add("*");
    rule.resources().list().add("*");
    rule.verbs().list().add("*");
  }
}
