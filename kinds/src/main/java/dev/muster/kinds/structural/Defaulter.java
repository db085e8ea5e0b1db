package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills in what an object leaves open. */
final class Defaulter {
  private Defaulter() {}

  static void fill(JsonNode value, @Nullable Structural schema) {
    Deadline.check();
    if (schema == null) {
      return;
    }
    if (value instanceof ObjectNode object) {
      object(object, schema);
    } else if (value instanceof ArrayNode list && schema.items() != null) {
      for (int i = 0; i < list.size(); i++) {
        JsonNode byDefault = schema.items().byDefault();
        if (byDefault != null && isOpen(list.get(i), schema.items())) {
          list.set(i, byDefault.deepCopy());
        }
        fill(list.get(i), schema.items());
      }
    }
  }

  private static void object(ObjectNode object, Structural schema) {
    for (Map.Entry<String, Structural> e : schema.properties().entrySet()) {
      JsonNode byDefault = e.getValue().byDefault();
      JsonNode given = object.get(e.getKey());
      if (byDefault != null && (given == null || isOpen(given, e.getValue()))) {
        object.set(e.getKey(), byDefault.deepCopy());
      }
    }
    for (Map.Entry<String, JsonNode> e : object.properties()) {
      Structural property = schema.properties().get(e.getKey());
      fill(e.getValue(), property == null ? schema.others() : property);
    }
  }

  private static boolean isOpen(JsonNode value, Structural schema) {
    return value.isNull() && !schema.nullable();
  }

  /** Takes out of objects the nulls that cannot be, unless a default is filled in for them. */
  static void dropNulls(JsonNode value, @Nullable Structural schema) {
    if (schema == null) {
      return;
    }
    if (value instanceof ObjectNode object) {
      List<String> gone = new ArrayList<>();
      for (Map.Entry<String, JsonNode> e : object.properties()) {
        Structural property = schema.properties().get(e.getKey());
        Structural its = property == null ? schema.others() : property;
        if (its != null && isOpen(e.getValue(), its) && its.byDefault() == null) {
          gone.add(e.getKey());
        } else {
          dropNulls(e.getValue(), its);
        }
      }
      object.remove(gone);
    } else if (value.isArray()) {
      value.forEach(element -> dropNulls(element, schema.items()));
    }
  }
}
