package dev.muster.kinds.structural;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path through a schema: names with dots before them, or in quotes and brackets.
 *
 * @param path as messages write it
 * @param type of the field it leads to
 * @param fault why it leads nowhere; empty if it does
 */
public record SchemaPath(String path, String type, String fault) {

  public static SchemaPath find(String text, Structural schema, boolean brackets) {
    List<String> tokens = tokens(text);
    StringBuilder path = new StringBuilder();
    Structural at = schema;
    for (int i = 0; i < tokens.size(); i++) {
      String token = tokens.get(i);
      String name;
      if (token.equals("[")) {
        if (!brackets) {
          return wrong("array notation is not allowed");
        }
        if (i + 1 >= tokens.size()) {
          return wrong("unexpected end of JSON path");
        }
        String quoted = tokens.get(i + 1);
        if (quoted.length() < 2 || !quoted.startsWith("'") || !quoted.endsWith("'")) {
          return wrong("expected single quoted string but got " + quoted);
        }
        name = quoted.substring(1, quoted.length() - 1).replaceAll("\\\\(.)", "$1");
        if (i + 2 >= tokens.size()) {
          return wrong("unexpected end of JSON path");
        }
        if (!tokens.get(i + 2).equals("]")) {
          return wrong("expected ] but got " + tokens.get(i + 2));
        }
        i += 2;
      } else if (token.equals(".")) {
        if (++i >= tokens.size()) {
          return wrong("unexpected end of JSON path");
        }
        name = tokens.get(i);
      } else {
        return wrong("expected [ or . but got: " + token);
      }
      Structural next = next(at, name);
      if (next == null) {
        return wrong("does not refer to a valid field");
      }
      boolean named = !at.properties().isEmpty();
      path.append(named ? (path.isEmpty() ? "" : ".") + name : "[" + name + "]");
      at = next;
    }
    return new SchemaPath(path.toString(), at.type(), "");
  }

  private static @Nullable Structural next(Structural at, String name) {
    return at.properties().isEmpty() ? at.others() : at.properties().get(name);
  }

  private static SchemaPath wrong(String fault) {
    return new SchemaPath("", "", fault);
  }

  private static List<String> tokens(String text) {
    List<String> out = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (text.charAt(start) == '\'') {
        if (i > start && c == '\'' && text.charAt(i - 1) != '\\') {
          out.add(text.substring(start, i + 1));
          start = i + 1;
        }
      } else if (c == '.' || c == '[' || c == ']') {
        if (i > start) {
          out.add(text.substring(start, i));
        }
        out.add(String.valueOf(c));
        start = i + 1;
      }
      if (start >= text.length()) {
        break;
      }
    }
    if (start < text.length()) {
      out.add(text.substring(start));
    }
    return out;
  }
}
