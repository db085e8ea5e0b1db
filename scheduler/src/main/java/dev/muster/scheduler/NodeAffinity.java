package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A pod's nodeSelector and node affinity. */
final class NodeAffinity {
  private NodeAffinity() {}

  static boolean matches(JsonNode podSpec, String nodeName, Map<String, String> labels) {
    for (Map.Entry<String, JsonNode> wanted : podSpec.path("nodeSelector").properties()) {
      if (!wanted.getValue().asText().equals(labels.get(wanted.getKey()))) {
        return false;
      }
    }
    JsonNode required =
        podSpec
            .path("affinity")
            .path("nodeAffinity")
            .path("requiredDuringSchedulingIgnoredDuringExecution");
    if (!required.isObject()) {
      return true;
    }
    for (JsonNode term : required.path("nodeSelectorTerms")) {
      if (matchesTerm(term, nodeName, labels)) {
        return true;
      }
    }
    return false;
  }

  /** The weights of the preferred terms that a node meets. */
  static long preference(JsonNode podSpec, String nodeName, Map<String, String> labels) {
    long sum = 0;
    for (JsonNode preferred :
        podSpec
            .path("affinity")
            .path("nodeAffinity")
            .path("preferredDuringSchedulingIgnoredDuringExecution")) {
      if (matchesTerm(preferred.path("preference"), nodeName, labels)) {
        sum += preferred.path("weight").asLong();
      }
    }
    return sum;
  }

  /** A term without any requirement matches nothing. */
  private static boolean matchesTerm(JsonNode term, String nodeName, Map<String, String> labels) {
    JsonNode expressions = term.path("matchExpressions");
    JsonNode fields = term.path("matchFields");
    if (expressions.isEmpty() && fields.isEmpty()) {
      return false;
    }
    for (JsonNode expression : expressions) {
      if (!holds(expression, labels.get(expression.path("key").asText()))) {
        return false;
      }
    }
    for (JsonNode field : fields) {
      boolean name = field.path("key").asText().equals("metadata.name");
      if (!name || !holds(field, nodeName)) {
        return false;
      }
    }
    return true;
  }

  private static boolean holds(JsonNode requirement, @Nullable String value) {
    List<String> values = new ArrayList<>();
    requirement.path("values").forEach(v -> values.add(v.asText()));
    return switch (requirement.path("operator").asText()) {
      case "In" -> value != null && values.contains(value);
      case "NotIn" -> value == null || !values.contains(value);
      case "Exists" -> value != null;
      case "DoesNotExist" -> value == null;
      case "Gt" -> order(value, values) > 0;
      case "Lt" -> order(value, values) < 0;
      default -> false;
    };
  }

  /** How the label's number compares with the wanted one; 0 also when one is no number. */
  private static int order(@Nullable String value, List<String> values) {
    if (value == null || values.size() != 1) {
      return 0;
    }
    try {
      return Long.compare(Long.parseLong(value), Long.parseLong(values.getFirst()));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
