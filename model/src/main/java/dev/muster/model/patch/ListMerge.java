package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Merges lists: by key, by value, or not at all. Both sides are used up. */
final class ListMerge {
  private ListMerge() {}

  /**
   * @param deletes the patch names values to delete
   */
  static ArrayNode merge(
      ArrayNode original,
      ArrayNode patch,
      @Nullable Field field,
      boolean deletes,
      PatchEffort effort) {
    if (field == null || !field.patch().merge()) {
      return patch;
    }
    if (original.isEmpty() && patch.isEmpty()) {
      return original;
    }
    effort.spend(original.size() + patch.size());
    List<JsonNode> before = elements(original);
    List<JsonNode> changes = elements(patch);
    String key = field.patch().key();
    if (!ofMaps(before, changes)) {
      if (deletes) {
        Set<String> deleted = ElementIdentities.positions(changes, "").keySet();
        before.removeIf(one -> deleted.contains(ElementIdentities.of(one)));
        return list(patch, before);
      }
      Map<String, JsonNode> distinct = new LinkedHashMap<>();
      before.forEach(one -> distinct.putIfAbsent(ElementIdentities.of(one), one));
      changes.forEach(one -> distinct.putIfAbsent(ElementIdentities.of(one), one));
      List<JsonNode> merged = List.copyOf(distinct.values());
      return list(patch, ElementOrder.ordered(merged, changes, before, ""));
    }
    if (key.isEmpty()) {
      throw PatchFault.malformed("cannot merge lists without merge key for " + field.name());
    }
    StructType type = MapMerge.structOf(field);
    List<JsonNode> left = withoutDirectives(before, changes, key);
    List<JsonNode> merged = byKey(left, changes, key, type, effort);
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
                + all.stream().map(GoMap::text).collect(Collectors.joining(" "))
                + "]");
      }
    }
    return all.getFirst().isObject();
  }

  /** Carries out and removes the elements of the patch that are directives. */
  private static List<JsonNode> withoutDirectives(
      List<JsonNode> original, List<JsonNode> patch, String key) {
    Set<String> deleted = new HashSet<>();
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
          deleted.add(ElementIdentities.of(value));
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
    List<JsonNode> left = new ArrayList<>(original);
    left.removeIf(one -> one.has(key) && deleted.contains(ElementIdentities.of(one.get(key))));
    return left;
  }

  private static List<JsonNode> byKey(
      List<JsonNode> original,
      List<JsonNode> patch,
      String key,
      @Nullable StructType type,
      PatchEffort effort) {
    List<JsonNode> merged = new ArrayList<>(original);
    Map<String, Integer> places = new HashMap<>();
    for (int i = 0; i < merged.size(); i++) {
      JsonNode value = merged.get(i).get(key);
      if (value != null) {
        places.putIfAbsent(ElementIdentities.of(value), i);
      }
    }
    for (JsonNode element : patch) {
      Deadline.check();
      JsonNode value = element.get(key);
      if (value == null) {
        throw Directives.noMergeKey(element, key);
      }
      Integer at = places.putIfAbsent(ElementIdentities.of(value), merged.size());
      if (at == null) {
        merged.add(element);
      } else {
        ObjectNode known = (ObjectNode) merged.get(at);
        merged.set(at, MapMerge.merge(known, (ObjectNode) element, type, effort));
      }
    }
    return merged;
  }
}
