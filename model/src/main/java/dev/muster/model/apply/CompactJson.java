package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * The JSON inside a path element. It is compared as text by other programs, so it is written as the
 * real server does: no spaces, sorted names, and escapes for what HTML treats specially.
 */
final class CompactJson {
  private CompactJson() {}

  static void write(JsonNode value, StringBuilder out) {
    switch (value.getNodeType()) {
      case STRING -> write(value.textValue(), out);
      case OBJECT -> {
        char before = '{';
        Map<String, JsonNode> sorted = new TreeMap<>();
        value.properties().forEach(e -> sorted.put(e.getKey(), e.getValue()));
        for (Map.Entry<String, JsonNode> e : sorted.entrySet()) {
          write(e.getKey(), out.append(before));
          write(e.getValue(), out.append(':'));
          before = ',';
        }
        out.append(before == '{' ? "{}" : "}");
      }
      case ARRAY -> {
        char before = '[';
        for (JsonNode element : value) {
          write(element, out.append(before));
          before = ',';
        }
        out.append(before == '[' ? "[]" : "]");
      }
      case NUMBER -> number(value, out);
      case BOOLEAN -> out.append(value.booleanValue());
      case NULL, MISSING, BINARY, POJO -> out.append("null");
    }
  }

  private static void number(JsonNode value, StringBuilder out) {
    double d = value.doubleValue();
    if (value.isIntegralNumber() || d == Math.rint(d) && Math.abs(d) < 1e15) {
      out.append(value.longValue());
    } else {
      out.append(d);
    }
  }

  static void write(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
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
