package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Values as Go prints maps and lists of them: {@code map[a:1 b:[x y]]}. */
final class GoMap {
  private GoMap() {}

  static String text(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> {
        StringJoiner out = new StringJoiner(" ", "map[", "]");
        Map<String, JsonNode> sorted = new TreeMap<>();
        value.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        sorted.forEach((name, one) -> out.add(name + ":" + text(one)));
        yield out.toString();
      }
      case ARRAY -> {
        StringJoiner out = new StringJoiner(" ", "[", "]");
        value.forEach(element -> out.add(text(element)));
        yield out.toString();
      }
      case NULL, MISSING, BINARY, POJO -> "<nil>";
      case STRING, NUMBER, BOOLEAN -> value.asText();
    };
  }

  /** The type that a value has once decoded without a schema. */
  static String typeOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "map[string]interface {}";
      case ARRAY -> "[]interface {}";
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> value.isIntegralNumber() ? "int64" : "float64";
      case NULL, MISSING, BINARY, POJO -> "%!s(<nil>)";
    };
  }

  /** The kind of that type. */
  static String kindOf(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "map";
      case ARRAY -> "slice";
      case STRING, BOOLEAN, NUMBER, NULL, MISSING, BINARY, POJO -> typeOf(value);
    };
  }
}
