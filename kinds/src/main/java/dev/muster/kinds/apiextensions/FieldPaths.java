package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Paths of names with dots before them, such as {@code .spec.replicas}. */
final class FieldPaths {
  private FieldPaths() {}

  static List<String> names(String path) {
    return List.of(path.replaceFirst("^\\.", "").split("\\.", -1));
  }

  /** What stands there; a missing node if nothing does. */
  static JsonNode find(JsonNode object, List<String> path) {
    JsonNode node = object;
    for (String name : path) {
      node = node.path(name);
    }
    return node;
  }

  /** A value without parts as text; empty if nothing is there. */
  static String text(JsonNode object, List<String> path) {
    JsonNode found = find(object, path);
    return found.isValueNode() && !found.isNull() ? found.asText() : "";
  }
}
