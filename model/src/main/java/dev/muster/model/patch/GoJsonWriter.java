package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import java.util.Collections;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A patched document as the real server spells it, which it does in messages: objects that the
 * patch went into have their names sorted, the others stand as they were.
 */
final class GoJsonWriter {
  private final Set<JsonNode> entered = Collections.newSetFromMap(new IdentityHashMap<>());

  /** The patch goes into this object. */
  void enter(JsonNode object) {
    if (object.isObject()) {
      entered.add(object);
    }
  }

  /** The patch goes into this value and all that it holds. */
  void enterAll(JsonNode value) {
    enter(value);
    value.forEach(this::enterAll);
  }

  String write(JsonNode document) {
    StringBuilder out = new StringBuilder(1024);
    write(document, out);
    return out.toString();
  }

  private void write(JsonNode value, StringBuilder out) {
    switch (value.getNodeType()) {
      case OBJECT -> {
        char before = '{';
        for (Map.Entry<String, JsonNode> e : fields(value).entrySet()) {
          Deadline.check();
          text(e.getKey(), out.append(before));
          write(e.getValue(), out.append(':'));
          before = ',';
        }
        out.append(before == '{' ? "{}" : "}");
      }
      case ARRAY -> {
        char before = '[';
        for (JsonNode element : value) {
          Deadline.check();
          write(element, out.append(before));
          before = ',';
        }
        out.append(before == '[' ? "[]" : "]");
      }
      case STRING -> text(value.textValue(), out);
      case NUMBER -> out.append(value.asText());
      case BOOLEAN -> out.append(value.booleanValue());
      case NULL, MISSING, BINARY, POJO -> out.append("null");
    }
  }

  private Map<String, JsonNode> fields(JsonNode object) {
    Map<String, JsonNode> all = entered.contains(object) ? new TreeMap<>() : new LinkedHashMap<>();
    object.properties().forEach(e -> all.put(e.getKey(), e.getValue()));
    return all;
  }

  private static void text(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
            out.append("\\u").append(HexFormat.of().toHexDigits(c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
