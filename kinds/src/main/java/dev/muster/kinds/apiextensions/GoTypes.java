package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Any JSON value as Go prints it in messages. */
final class GoTypes {
  private GoTypes() {}

  static String name(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "map[string]interface {}";
      case ARRAY -> "[]interface {}";
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
      case NULL, MISSING, BINARY, POJO -> "<nil>";
    };
  }

  static String printed(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> {
        StringJoiner out = new StringJoiner(" ", "map[", "]");
        Map<String, JsonNode> sorted = new TreeMap<>();
        value.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        sorted.forEach((name, one) -> out.add(name + ":" + printed(one)));
        yield out.toString();
      }
      case ARRAY -> {
        StringJoiner out = new StringJoiner(" ", "[", "]");
        value.forEach(element -> out.add(printed(element)));
        yield out.toString();
      }
      case STRING, NUMBER, BOOLEAN -> value.asText();
      case NULL, MISSING, BINARY, POJO -> "<nil>";
    };
  }
}
