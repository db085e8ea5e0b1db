package dev.muster.api.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.deadline.Deadline;
import dev.muster.api.schema.Field;
import dev.muster.api.schema.StructType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Merges lists: by key, by value, or not at all. Both sides are used up. */
final class ListMerge {
  private ListMerge() {}

  /**
   * @param deletes the patch names values to delete
   */
  static ArrayNode merge(
      ArrayNode original, ArrayNode patch, @Nullable Field field, boolean deletes) {
    if (field == null || !field.patch().merge()) {
      return patch;
    }
    if (original.isEmpty() && patch.isEmpty()) {
      return original;
    }
    List<JsonNode> before = elements(original);
    List<JsonNode> changes = elements(patch);
    String key = field.patch().key();
    if (!ofMaps(before, changes)) {
      if (deletes) {
        before.removeAll(changes);
        return list(patch, before);
      }
      List<JsonNode> merged = new ArrayList<>(before);
      changes.stream().filter(one -> !merged.contains(one)).forEach(merged::add);
      List<JsonNode> distinct = merged.stream().distinct().toList();
      return list(patch, ElementOrder.ordered(distinct, changes, before, ""));
    }
    if (key.isEmpty()) {
      throw PatchFault.malformed("cannot merge lists without merge key for " + field.name());
    }
    StructType type = MapMerge.structOf(field);
    List<JsonNode> left = withoutDirectives(before, changes, key);
    List<JsonNode> merged = byKey(left, changes, key, type);
    return list(patch, ElementOrder.ordered(merged, changes, left, key));
  }

  static List<JsonNode> elements(ArrayNode list) {
    List<JsonNode> out = new ArrayList<>(list.size());
    list.forEach(out::add);
    return out;
  }

  static ArrayNode list(ArrayNode like, List<JsonNode> elements) {
    return like.arrayNode().addAll(elements);
  }

  /** Whether the elements are maps; all must be of one type, which is not a list. */
  private static boolean ofMaps(List<JsonNode> original, List<JsonNode> patch) {
    List<JsonNode> all = new ArrayList<>(original);
    all.addAll(patch);
    String first = GoMap.typeOf(all.getFirst());
    if (all.getFirst().isArray()) {
      throw PatchFault.inapplicable();
    }
    for (JsonNode element : all) {
      if (!GoMap.typeOf(element).equals(first)) {
        throw PatchFault.malformed(
            "list element types are not identical: ["
                + all.stream().map(GoMap::text).reduce((a, b) -> a + " " + b).orElse("")
                + "]");
      }
    }
    return all.getFirst().isObject();
  }

  /** Carries out and removes the elements of the patch that are directives. */
  private static List<JsonNode> withoutDirectives(
      List<JsonNode> original, List<JsonNode> patch, String key) {
    List<JsonNode> left = new ArrayList<>(original);
    List<JsonNode> plain = new ArrayList<>();
    boolean replace = false;
    for (JsonNode element : patch) {
      Deadline.check();
      JsonNode directive = element.get(Directives.PATCH);
      if (directive == null) {
        plain.add(element);
        continue;
      }
      switch (directive.asText()) {
        case "delete" -> {
          JsonNode value = element.get(key);
          if (value == null) {
            throw Directives.noMergeKey(element, key);
          }
          left.removeIf(one -> value.equals(one.get(key)));
        }
        case "replace" -> replace = true;
        case "merge" ->
            throw PatchFault.malformed("merging lists cannot yet be specified in the patch");
        default -> throw Directives.unknownDirective(directive, element);
      }
    }
    patch.clear();
    if (replace) {
      return plain;
    }
    patch.addAll(plain);
    return left;
  }

  private static List<JsonNode> byKey(
      List<JsonNode> original, List<JsonNode> patch, String key, @Nullable StructType type) {
    List<JsonNode> merged = new ArrayList<>(original);
    for (JsonNode element : patch) {
      Deadline.check();
      JsonNode value = element.get(key);
      if (value == null) {
        throw Directives.noMergeKey(element, key);
      }
      int at = 0;
      while (at < merged.size() && !value.equals(merged.get(at).get(key))) {
        at++;
      }
      if (at == merged.size()) {
        merged.add(element);
      } else {
        merged.set(at, MapMerge.merge((ObjectNode) merged.get(at), (ObjectNode) element, type));
      }
    }
    return merged;
  }
}
