package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;

/** Whether a status that is there already says all that is to be said. */
final class StatusDifference {
  private static final List<String> KEYS = List.of("type", "name", "ip");

  private StatusDifference() {}

  /** Whether everything said is there; what others say beside it, and times, do not matter. */
  static boolean covers(JsonNode there, JsonNode said) {
    if (said.isObject()) {
      for (Map.Entry<String, JsonNode> field : said.properties()) {
        if (!isTime(field.getKey()) && !covers(there.path(field.getKey()), field.getValue())) {
          return false;
        }
      }
      return true;
    }
    if (said.isArray() && !said.isEmpty() && said.path(0).isObject()) {
      for (JsonNode element : said) {
        if (!covers(same(there, element), element)) {
          return false;
        }
      }
      return true;
    }
    return said.isNumber() ? there.asLong() == said.asLong() : there.equals(said);
  }

  private static boolean isTime(String field) {
    return field.endsWith("Time") || field.endsWith("At");
  }

  private static JsonNode same(JsonNode list, JsonNode element) {
    for (String key : KEYS) {
      if (element.has(key)) {
        for (JsonNode each : list) {
          if (each.path(key).equals(element.path(key))) {
            return each;
          }
        }
      }
    }
    return MissingNode.getInstance();
  }
}
