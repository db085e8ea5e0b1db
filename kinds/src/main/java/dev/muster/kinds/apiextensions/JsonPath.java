package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * The paths that columns have: names with dots before them, names in quotes and brackets, indexes,
 * ranges, stars, and filters that compare a value with a literal. What cannot be read finds
 * nothing.
 */
final class JsonPath {
  /** One step: from a value to those it leads to. */
  @FunctionalInterface
  private interface Step {
    void from(JsonNode value, List<JsonNode> found);
  }

  private final List<Step> steps;

  private JsonPath(List<Step> steps) {
    this.steps = steps;
  }

  static JsonPath parse(String text) {
    Reader reader = new Reader(text);
    return new JsonPath(reader.steps(text.length()));
  }

  /** The first value that the path leads to. */
  JsonNode first(JsonNode object) {
    List<JsonNode> values = List.of(object);
    for (Step step : steps) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode value : values) {
        Deadline.check();
        step.from(value, next);
      }
      values = next;
    }
    return values.isEmpty() ? MissingNode.getInstance() : values.getFirst();
  }

  private static void field(JsonNode value, String name, List<JsonNode> found) {
    JsonNode part = value.get(name);
    if (value.isObject() && part != null) {
      found.add(part);
    }
  }

  /** Reads a path from left to right. */
  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text) {
      this.text = text;
    }

    List<Step> steps(int end) {
      List<Step> out = new ArrayList<>();
      while (at < end) {
        char c = text.charAt(at);
        if (c == '.') {
          at++;
        } else if (c == '[') {
          out.add(brackets());
        } else {
          int start = at;
          while (at < end && text.charAt(at) != '.' && text.charAt(at) != '[') {
            at += text.charAt(at) == '\\' ? 2 : 1;
          }
          String name = text.substring(start, Math.min(at, end)).replace("\\", "");
          out.add(
              name.equals("*")
                  ? (value, found) -> value.forEach(found::add)
                  : (value, found) -> field(value, name, found));
        }
      }
      return out;
    }

    private Step brackets() {
      int close = closing();
      String inside = text.substring(at + 1, close).strip();
      at = Math.min(close + 1, text.length());
      if (inside.equals("*")) {
        return (value, found) -> value.forEach(found::add);
      }
      if (inside.startsWith("?(") && inside.endsWith(")")) {
        return filter(inside.substring(2, inside.length() - 1));
      }
      if (inside.length() > 1 && (inside.startsWith("'") || inside.startsWith("\""))) {
        String name = inside.substring(1, inside.length() - 1);
        return (value, found) -> field(value, name, found);
      }
      return range(inside);
    }

    private int closing() {
      boolean quoted = false;
      int depth = 0;
      for (int i = at; i < text.length(); i++) {
        char c = text.charAt(i);
        quoted ^= c == '\'' || c == '"';
        depth += quoted ? 0 : c == '[' ? 1 : c == ']' ? -1 : 0;
        if (depth == 0) {
          return i;
        }
      }
      return text.length();
    }
  }

  private static Step range(String inside) {
    String[] parts = inside.split(":", -1);
    try {
      Integer from = parts[0].isBlank() ? null : Integer.valueOf(parts[0].strip());
      boolean one = parts.length == 1;
      Integer to = one || parts[1].isBlank() ? null : Integer.valueOf(parts[1].strip());
      return (value, found) -> {
        int size = value.isArray() ? value.size() : 0;
        int first = from == null ? 0 : from < 0 ? from + size : from;
        int last = one ? first + 1 : to == null ? size : to < 0 ? to + size : to;
        for (int i = Math.max(first, 0); i < Math.min(last, size); i++) {
          found.add(value.get(i));
        }
      };
    } catch (NumberFormatException e) {
      return (value, found) -> {};
    }
  }

  private static Step filter(String condition) {
    for (String operator : List.of("==", "!=", ">=", "<=", ">", "<")) {
      int at = condition.indexOf(operator);
      if (at > 0) {
        JsonPath left = parse(condition.substring(0, at).strip().replaceFirst("^@", ""));
        String right = condition.substring(at + operator.length()).strip();
        BiPredicate<String, String> holds = comparison(operator);
        String literal = right.replaceAll("^['\"]|['\"]$", "");
        return (value, found) -> {
          for (JsonNode element : value) {
            JsonNode own = left.first(element);
            if (!own.isMissingNode() && holds.test(own.asText(), literal)) {
              found.add(element);
            }
          }
        };
      }
    }
    JsonPath exists = parse(condition.strip().replaceFirst("^@", ""));
    return (value, found) -> {
      for (JsonNode element : value) {
        if (!exists.first(element).isMissingNode()) {
          found.add(element);
        }
      }
    };
  }

  private static BiPredicate<String, String> comparison(String operator) {
    return (a, b) -> {
      int order;
      try {
        order = Double.compare(Double.parseDouble(a), Double.parseDouble(b));
      } catch (NumberFormatException e) {
        order = a.compareTo(b);
      }
      return switch (operator) {
        case "==" -> order == 0;
        case "!=" -> order != 0;
        case ">=" -> order >= 0;
        case "<=" -> order <= 0;
        case ">" -> order > 0;
        default -> order < 0;
      };
    };
  }
}
