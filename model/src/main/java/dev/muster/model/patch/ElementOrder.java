package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.types.Field;
import dev.muster.model.types.StructType;
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
  static void apply(
      ObjectNode original, ObjectNode patch, @Nullable StructType type, PatchEffort effort) {
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
      effort.spend(before.size() + order.size());
      List<JsonNode> merged = merged(live, changes, field, effort);
      original.set(
          name, ListMerge.list(order, ordered(merged, ListMerge.elements(order), before, key)));
      patch.remove(name);
    }
  }

  private static List<JsonNode> merged(
      @Nullable ArrayNode live,
      @Nullable ArrayNode changes,
      @Nullable Field field,
      PatchEffort effort) {
    if (changes == null) {
      return live == null ? List.of() : ListMerge.elements(live);
    }
    if (live != null) {
      return ListMerge.elements(ListMerge.merge(live, changes, field, false, effort));
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
      if (ElementIdentities.of(listed.get(at), key)
          .equals(ElementIdentities.of(order.get(i), key))) {
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

  /**
   * Puts merged elements into order.
   *
   * @param wanted the order of those elements that are in it
   * @param live the order of the others, and how the two are interleaved
   * @param key empty for lists of values
   */
  static List<JsonNode> ordered(
      List<JsonNode> merged, List<JsonNode> wanted, List<JsonNode> live, String key) {
    Map<String, Integer> first = ElementIdentities.positions(wanted, key);
    Map<String, Integer> then = ElementIdentities.positions(live, key);
    List<Placed> patched = new ArrayList<>();
    List<Placed> serverOnly = new ArrayList<>();
    for (JsonNode element : merged) {
      Deadline.check();
      String identity = ElementIdentities.of(element, key);
      int lived = then.getOrDefault(identity, -1);
      Integer asked = first.get(identity);
      if (asked == null) {
        serverOnly.add(new Placed(element, lived, lived));
      } else {
        patched.add(new Placed(element, asked, lived));
      }
    }
    patched.sort(Comparator.comparingInt(Placed::place));
    serverOnly.sort(Comparator.comparingInt(Placed::place));
    return interleaved(serverOnly, patched);
  }

  /** An element, its place among its own, and where the server had it (-1: it had not). */
  private record Placed(JsonNode element, int place, int live) {}

  private static List<JsonNode> interleaved(List<Placed> serverOnly, List<Placed> patched) {
    List<JsonNode> out = new ArrayList<>(serverOnly.size() + patched.size());
    int i = 0;
    int j = 0;
    while (i < serverOnly.size() && j < patched.size()) {
      Deadline.check();
      int left = serverOnly.get(i).live();
      int right = patched.get(j).live();
      boolean serverFirst = left >= 0 && right >= 0 && left < right;
      out.add(serverFirst ? serverOnly.get(i++).element() : patched.get(j++).element());
    }
    serverOnly.subList(i, serverOnly.size()).forEach(each -> out.add(each.element()));
    patched.subList(j, patched.size()).forEach(each -> out.add(each.element()));
    return out;
  }
}
