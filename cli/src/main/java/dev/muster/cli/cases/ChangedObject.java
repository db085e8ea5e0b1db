package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * An object with some of it changed: maps are merged, entries of lists that have a name are found
 * by it, other lists are replaced, null takes away.
 */
final class ChangedObject {
  private ChangedObject() {}

  static ObjectNode of(ObjectNode object, ObjectNode change) {
    ObjectNode changed = object.deepCopy();
    for (Map.Entry<String, JsonNode> entry : change.properties()) {
      String field = entry.getKey();
      JsonNode value = entry.getValue();
      if (value.isNull()) {
        changed.remove(field);
      } else if (value instanceof ObjectNode map && changed.get(field) instanceof ObjectNode old) {
        changed.set(field, of(old, map));
      } else if (value instanceof ArrayNode list && changed.get(field) instanceof ArrayNode old) {
        changed.set(field, named(list) ? entries(old, list) : list);
      } else {
        changed.set(field, value);
      }
    }
    return changed;
  }

  private static boolean named(ArrayNode list) {
    return !list.isEmpty() && list.valueStream().allMatch(each -> each.path("name").isTextual());
  }

  private static ArrayNode entries(ArrayNode old, ArrayNode changes) {
    ArrayNode all = old.deepCopy();
    for (JsonNode change : changes) {
      int at = indexOf(all, change.path("name").asText());
      if (at < 0) {
        all.add(change);
      } else if (all.get(at) instanceof ObjectNode entry && change instanceof ObjectNode map) {
        all.set(at, of(entry, map));
      }
    }
    return all;
  }

  private static int indexOf(ArrayNode list, String name) {
    for (int i = 0; i < list.size(); i++) {
      if (list.get(i).path("name").asText().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
