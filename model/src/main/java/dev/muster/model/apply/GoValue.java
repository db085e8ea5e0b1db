package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Untyped values as Go prints them in messages. */
final class GoValue {
  private GoValue() {}

  /** As its verb {@code %v} prints a reference to one: {@code &{map[a:1]}}. */
  static String printed(JsonNode value) {
    return "&{" + plain(value) + "}";
  }

  private static String plain(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> {
        StringJoiner out = new StringJoiner(" ", "map[", "]");
        sorted(value).forEach((name, one) -> out.add(name + ":" + plain(one)));
        yield out.toString();
      }
      case ARRAY -> {
        StringJoiner out = new StringJoiner(" ", "[", "]");
        value.forEach(element -> out.add(plain(element)));
        yield out.toString();
      }
      case NULL, MISSING, BINARY, POJO -> "<nil>";
      case STRING, NUMBER, BOOLEAN -> value.asText();
    };
  }

  /** As its verb {@code %#v} prints one. */
  static String literal(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> {
        StringJoiner out = new StringJoiner(", ", "map[string]interface {}{", "}");
        sorted(value).forEach((name, one) -> out.add(GoText.quote(name) + ":" + literal(one)));
        yield out.toString();
      }
      case ARRAY -> {
        StringJoiner out = new StringJoiner(", ", "[]interface {}{", "}");
        value.forEach(element -> out.add(literal(element)));
        yield out.toString();
      }
      case STRING -> GoText.quote(value.textValue());
      case NULL, MISSING, BINARY, POJO -> "interface {}(nil)";
      case NUMBER, BOOLEAN -> value.asText();
    };
  }

  /** The name of its type. */
  static String type(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "map[string]interface {}";
      case ARRAY -> "[]interface {}";
      case STRING -> "string";
      case BOOLEAN -> "bool";
      case NUMBER -> "float64";
      case NULL, MISSING, BINARY, POJO -> "<nil>";
    };
  }

  private static Map<String, JsonNode> sorted(JsonNode map) {
    Map<String, JsonNode> out = new TreeMap<>();
    map.properties().forEach(e -> out.put(e.getKey(), e.getValue()));
    return out;
  }
}
