package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1.PodCondition;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The strategic merge patch that turns one status into another. */
final class StatusPatch {
  /** Lists that a patch would merge by address, when they are to be replaced. */
  private static final Set<String> ADDRESSES = Set.of("podIPs", "hostIPs");

  /** Fields that the node does not write: they are left alone. */
  private static final Set<String> FOREIGN =
      Set.of("nominatedNodeName", "resourceClaimStatuses", "resize", "extendedResourceClaimStatus");

  private StatusPatch() {}

  /** Null if nothing differs. */
  static @Nullable ObjectNode between(JsonNode before, ObjectNode after) {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    after
        .properties()
        .forEach(
            entry -> {
              String field = entry.getKey();
              if (!entry.getValue().equals(before.get(field))) {
                patch.set(field, value(field, before.path(field), entry.getValue()));
              }
            });
    before
        .properties()
        .forEach(
            entry -> {
              if (!after.has(entry.getKey()) && !FOREIGN.contains(entry.getKey())) {
                patch.putNull(entry.getKey());
              }
            });
    return patch.isEmpty() ? null : patch;
  }

  private static JsonNode value(String field, JsonNode before, JsonNode value) {
    if (field.equals("conditions")) {
      return conditions(before, value);
    }
    if (!ADDRESSES.contains(field)) {
      return value;
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    list.addObject().put("$patch", "replace");
    value.forEach(list::add);
    return list;
  }

  /** A patch merges them by their type: one that is no more has to be named. */
  private static ArrayNode conditions(JsonNode before, JsonNode value) {
    Set<String> types = new HashSet<>();
    value.forEach(condition -> types.add(PodCondition.of(condition).type().text()));
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    value.forEach(list::add);
    for (JsonNode condition : before) {
      String type = PodCondition.of(condition).type().text();
      if (!types.contains(type)) {
        list.addObject().put("$patch", "delete").put("type", type);
      }
    }
    return list;
  }
}
