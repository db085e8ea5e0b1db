package dev.muster.controllers.nodes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.objects.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a pod's selector and its required affinity ask of a node. */
public final class NodeRequirements {
  private NodeRequirements() {}

  public static boolean areMet(JsonNode podSpec, JsonNode node) {
    Map<String, String> labels = Meta.labels(node);
    boolean selected =
        labels.entrySet().containsAll(Meta.texts(podSpec.path("nodeSelector")).entrySet());
    JsonNode required =
        podSpec
            .path("affinity")
            .path("nodeAffinity")
            .path("requiredDuringSchedulingIgnoredDuringExecution");
    if (!selected || !required.isObject()) {
      return selected;
    }
    for (JsonNode term : required.path("nodeSelectorTerms")) {
      if (matches(term, labels, Meta.name(node))) {
        return true;
      }
    }
    return false;
  }

  /** A term that asks for nothing matches nothing. */
  private static boolean matches(JsonNode term, Map<String, String> labels, String name) {
    if (term.path("matchExpressions").isEmpty() && term.path("matchFields").isEmpty()) {
      return false;
    }
    for (JsonNode expression : term.path("matchExpressions")) {
      if (!holds(expression, labels.get(expression.path("key").asText()))) {
        return false;
      }
    }
    for (JsonNode field : term.path("matchFields")) {
      if (!field.path("key").asText().equals("metadata.name") || !holds(field, name)) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(JsonNode requirement, @Nullable String value) {
    List<String> values = new ArrayList<>();
    requirement.path("values").forEach(one -> values.add(one.asText()));
    return switch (requirement.path("operator").asText()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> compares(value, values, 1);
      case "Lt" -> compares(value, values, -1);
      default -> false;
    };
  }

  private static boolean compares(@Nullable String value, List<String> values, int sign) {
    try {
      return value != null
          && values.size() == 1
          && Long.signum(Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst())))
              == sign;
    } catch (NumberFormatException e) {
      return false;
    }
  }
}
