package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.go.GoText;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;

/** Values as apply's messages spell them. */
final class ValueText {
  private ValueText() {}

  static String of(JsonNode value) {
    return switch (value.getNodeType()) {
      case STRING -> GoText.quote(value.textValue());
      case ARRAY -> {
        StringJoiner out = new StringJoiner(",", "[", "]");
        value.forEach(element -> out.add(of(element)));
        yield out.toString();
      }
      case OBJECT -> {
        StringJoiner out = new StringJoiner(";", "{", "}");
        Map<String, JsonNode> sorted = new TreeMap<>();
        value.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        sorted.forEach((name, one) -> out.add(name + "=" + of(one)));
        yield out.toString();
      }
      case NULL, MISSING, BINARY, POJO -> "null";
      case NUMBER, BOOLEAN -> value.asText();
    };
  }
}
