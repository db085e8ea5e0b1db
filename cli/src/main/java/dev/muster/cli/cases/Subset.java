package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whether a tree has all that another one has. Maps may have more fields; entries of lists that
 * have a name are found by it, all other lists must be of the same length. Null stands for none.
 */
final class Subset {
  private Subset() {}

  /** The first difference, with its place; empty if there is none. */
  static Optional<String> difference(String path, JsonNode expected, JsonNode actual) {
    if (expected.isNull()) {
      return actual.isMissingNode() || actual.isNull()
          ? Optional.empty()
          : Optional.of(at(path) + "is " + brief(actual) + ", expected none");
    }
    if (actual.isMissingNode()) {
      return Optional.of(at(path) + "is not there, expected " + brief(expected));
    }
    if (expected.isObject() && actual.isObject()) {
      for (Map.Entry<String, JsonNode> entry : expected.properties()) {
        String name = entry.getKey();
        Optional<String> found = difference(path + "/" + name, entry.getValue(), actual.path(name));
        if (found.isPresent()) {
          return found;
        }
      }
      return Optional.empty();
    }
    if (expected.isArray() && actual.isArray()) {
      return list(path, expected, actual);
    }
    return same(expected, actual)
        ? Optional.empty()
        : Optional.of(at(path) + "is " + brief(actual) + ", expected " + brief(expected));
  }

  private static Optional<String> list(String path, JsonNode expected, JsonNode actual) {
    boolean named = !expected.isEmpty();
    for (JsonNode each : expected) {
      named &= each.path("name").isTextual();
    }
    if (!named && expected.size() != actual.size()) {
      return Optional.of(at(path) + "is " + brief(actual) + ", expected " + brief(expected));
    }
    for (int i = 0; i < expected.size(); i++) {
      JsonNode each = expected.get(i);
      JsonNode other = named ? named(actual, each.path("name").asText()) : actual.get(i);
      String name = named ? each.path("name").asText() : Integer.toString(i);
      Optional<String> found = difference(path + "/" + name, each, other);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static JsonNode named(JsonNode list, String name) {
    List<JsonNode> found =
        list.valueStream().filter(each -> each.path("name").asText().equals(name)).toList();
    return found.isEmpty() ? MissingNode.getInstance() : found.getFirst();
  }

  private static boolean same(JsonNode expected, JsonNode actual) {
    return expected.isNumber() && actual.isNumber()
        ? expected.decimalValue().compareTo(actual.decimalValue()) == 0
        : expected.equals(actual);
  }

  private static String at(String path) {
    return path.isEmpty() ? "it " : path + " ";
  }

  private static String brief(JsonNode value) {
    String text = value.toString();
    return text.length() > 200 ? text.substring(0, 200) + "..." : text;
  }
}
