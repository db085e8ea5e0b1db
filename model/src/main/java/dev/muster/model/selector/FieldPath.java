package dev.muster.model.selector;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * Where in an object the field of a selector stands.
 *
 * @param absent what it counts as where the object does not have it
 */
record FieldPath(String name, List<String> steps, String absent) {
  static FieldPath of(String name) {
    return new FieldPath(
        name,
        List.of(name.split("\\.")),
        switch (name) {
          case "spec.unschedulable", "spec.hostNetwork" -> "false";
          case "status.replicas", "status.successful" -> "0";
          default -> "";
        });
  }

  String in(JsonNode object) {
    JsonNode node = object;
    for (String step : steps) {
      node = node.path(step);
    }
    return node.isValueNode() && !node.isNull() ? node.asText() : absent;
  }
}
