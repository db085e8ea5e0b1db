package dev.muster.api.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.deadline.Deadline;
import dev.muster.api.schema.Field;
import dev.muster.api.schema.StructType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The order of merged lists: what the patch names keeps the order of the patch, what only the
 * server has keeps the server's, and the two are interleaved as the server had them.
 */
final class ElementOrder {
  private ElementOrder() {}

  /**
   * Carries out {@code $setElementOrder} directives, which are used up with the lists they order.
   */
  static void apply(ObjectNode original, ObjectNode patch, @Nullable StructType type) {
    for (Map.Entry<String, JsonNode> e : List.copyOf(patch.properties())) {
      if (!e.getKey().startsWith(Directives.SET_ORDER)) {
        continue;
      }
      patch.remove(e.getKey());
      if (!(e.getValue() instanceof ArrayNode order)) {
        throw Directives.wrongType("[]interface {}", e.getValue());
      }
      String name = Directives.listName(e.getKey(), Directives.SET_ORDER);
      @Nullable ArrayNode live = list(original.get(name));
      @Nullable ArrayNode changes = list(patch.get(name));
      Field field = type == null ? null : type.field(name);
      String key = field == null ? "" : field.patch().key();
      validate(changes, order, key);
      if (live == null && changes == null) {
        continue;
      }
      List<JsonNode> before = live == null ? List.of() : ListMerge.elements(live);
      List<JsonNode> merged = merged(live, changes, field);
      original.set(
          name, ListMerge.list(order, ordered(merged, ListMerge.elements(order), before, key)));
      patch.remove(name);
    }
  }

  private static List<JsonNode> merged(
      @Nullable ArrayNode live, @Nullable ArrayNode changes, @Nullable Field field) {
    if (changes == null) {
      return live == null ? List.of() : ListMerge.elements(live);
    }
    if (live != null) {
      return ListMerge.elements(ListMerge.merge(live, changes, field, false));
    }
    return Directives.added(changes) instanceof ArrayNode added
        ? ListMerge.elements(added)
        : List.of();
  }

  private static @Nullable ArrayNode list(@Nullable JsonNode value) {
    if (value == null || value instanceof ArrayNode) {
      return (ArrayNode) value;
    }
    throw Directives.wrongType("[]interface {}", value);
  }

  /** What the patch changes must be in the order that it sets. */
  private static void validate(@Nullable ArrayNode changes, ArrayNode order, String key) {
    if (changes == null || changes.isEmpty() || order.isEmpty()) {
      return;
    }
    List<JsonNode> listed = new ArrayList<>();
    for (JsonNode change : changes) {
      Deadline.check();
      if (key.isEmpty() || !change.has(Directives.PATCH)) {
        listed.add(change);
      }
    }
    int at = 0;
    for (int i = 0; i < order.size() && at < listed.size(); i++) {
      if (identity(listed.get(at), key).equals(identity(order.get(i), key))) {
        at++;
      }
    }
    if (at < listed.size()) {
      throw PatchFault.malformed(
          "The order in patch list:\n"
              + GoMap.text(changes)
              + "\n doesn't match "
              + Directives.SET_ORDER
              + " list:\n"
              + GoMap.text(order)
              + "\n");
    }
  }

  /** By what an element is told apart: the value of its key, or itself. */
  private static JsonNode identity(JsonNode element, String key) {
    if (key.isEmpty()) {
      return element;
    }
    if (!element.isObject()) {
      throw Directives.wrongType("map[string]interface {}", element);
    }
    JsonNode value = element.get(key);
    if (value == null) {
      throw Directives.noMergeKey(element, key);
    }
    return value;
  }

  /**
   * Puts merged elements into order.
   *
   * @param wanted the order of those elements that are in it
   * @param live the order of the others, and how the two are interleaved
   * @param key empty for lists of values
   */
  static List<JsonNode> ordered(
      List<JsonNode> merged, List<JsonNode> wanted, List<JsonNode> live, String key) {
    List<JsonNode> first = identities(wanted, key);
    List<JsonNode> then = identities(live, key);
    List<JsonNode> patched = new ArrayList<>();
    List<JsonNode> serverOnly = new ArrayList<>();
    for (JsonNode element : merged) {
      Deadline.check();
      (first.contains(identity(element, key)) ? patched : serverOnly).add(element);
    }
    patched.sort(Comparator.comparingInt(element -> first.indexOf(identity(element, key))));
    serverOnly.sort(Comparator.comparingInt(element -> then.indexOf(identity(element, key))));
    return interleaved(serverOnly, patched, then, key);
  }

  private static List<JsonNode> identities(List<JsonNode> elements, String key) {
    List<JsonNode> out = new ArrayList<>(elements.size());
    elements.forEach(element -> out.add(identity(element, key)));
    return out;
  }

  private static List<JsonNode> interleaved(
      List<JsonNode> serverOnly, List<JsonNode> patched, List<JsonNode> live, String key) {
    List<JsonNode> out = new ArrayList<>(serverOnly.size() + patched.size());
    int i = 0;
    int j = 0;
    while (i < serverOnly.size() && j < patched.size()) {
      Deadline.check();
      int left = live.indexOf(identity(serverOnly.get(i), key));
      int right = live.indexOf(identity(patched.get(j), key));
      boolean serverFirst = left >= 0 && right >= 0 && left < right;
      out.add(serverFirst ? serverOnly.get(i++) : patched.get(j++));
    }
    out.addAll(serverOnly.subList(i, serverOnly.size()));
    out.addAll(patched.subList(j, patched.size()));
    return out;
  }
}
