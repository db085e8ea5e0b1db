package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The words in a strategic merge patch that say how to merge, and the faults in their use. */
final class Directives {
  static final String PATCH = "$patch";
  static final String RETAIN_KEYS = "$retainKeys";
  static final String DELETE_FROM = "$deleteFromPrimitiveList";
  static final String SET_ORDER = "$setElementOrder";

  private Directives() {}

  /** The name of the list that a directive like {@code $setElementOrder/containers} is about. */
  static String listName(String directive, String prefix) {
    int slash = directive.indexOf('/');
    if (slash < 0 || !directive.substring(0, slash).equals(prefix)) {
      throw PatchFault.malformed(
          prefix.equals(DELETE_FROM)
              ? "invalid patch format of primitive list"
              : "invalid patch format of setElementOrder list");
    }
    return directive.substring(slash + 1);
  }

  /** Drops what {@code $retainKeys} does not name; the directive is used up. */
  static void retainKeys(ObjectNode original, ObjectNode patch) {
    JsonNode names = patch.remove(RETAIN_KEYS);
    if (names == null) {
      return;
    }
    if (!names.isArray()) {
      throw badRetainKeys();
    }
    Set<String> retained = new HashSet<>();
    names.forEach(name -> retained.add(name.asText()));
    for (Map.Entry<String, JsonNode> e : patch.properties()) {
      boolean other = e.getKey().startsWith(DELETE_FROM) || e.getKey().startsWith(SET_ORDER);
      if (!e.getValue().isNull() && !other && !retained.contains(e.getKey())) {
        throw badRetainKeys();
      }
    }
    original.retain(retained);
  }

  private static RuntimeException badRetainKeys() {
    return PatchFault.malformed("invalid patch format of retainKeys");
  }

  static RuntimeException noMergeKey(JsonNode element, String key) {
    return PatchFault.malformed(
        "map: " + GoMap.text(element) + " does not contain declared merge key: " + key);
  }

  static RuntimeException unknownDirective(JsonNode directive, JsonNode element) {
    return PatchFault.malformed(
        "unknown patch type: " + GoMap.text(directive) + " in map: " + GoMap.text(element));
  }

  static RuntimeException wrongType(String expected, JsonNode actual) {
    return PatchFault.malformed(
        "expected a " + expected + ", but received a " + GoMap.typeOf(actual));
  }

  /**
   * What a value adds where there was nothing to merge with: without nulls and without elements and
   * fields that are directives.
   *
   * @return null when the value is a directive itself
   */
  static @Nullable JsonNode added(JsonNode value) {
    if (value instanceof ObjectNode object) {
      if (object.has(PATCH)) {
        return null;
      }
      object.removeIf(part -> part.isNull() || part.isObject() && part.has(PATCH));
      object.properties().forEach(e -> e.setValue(kept(e.getValue())));
      return object;
    }
    return value.isArray() ? kept(value) : value;
  }

  private static JsonNode kept(JsonNode value) {
    if (!(value instanceof ArrayNode list)) {
      JsonNode left = added(value);
      return left == null ? value : left;
    }
    ArrayNode out = list.arrayNode();
    for (JsonNode element : list) {
      JsonNode left = added(element);
      if (left != null) {
        out.add(left);
      }
    }
    return out;
  }
}
