package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.status.Status;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Fills in what an object leaves open. A list of many empty elements would grow with the size of
 * their defaults, so there is a bound for all that is filled in.
 */
final class Defaulter {
  /** As large as an object may be. */
  private static final long MOST = 3 << 20;

  private final boolean refuses;
  private final IdentityHashMap<JsonNode, Integer> sizes = new IdentityHashMap<>();
  private long left = MOST;

  private Defaulter(boolean refuses) {
    this.refuses = refuses;
  }

  /**
   * @throws dev.muster.model.status.ApiException if the object would become too large
   */
  static void fill(JsonNode value, @Nullable Structural schema) {
    new Defaulter(true).defaults(value, schema);
  }

  /** Of what is stored already, and must stay readable: as much as there is room for. */
  static void fillKept(JsonNode value, @Nullable Structural schema) {
    new Defaulter(false).defaults(value, schema);
  }

  /** The default to be put in; null if there is no room for it. */
  private @Nullable JsonNode copy(JsonNode byDefault) {
    left -= sizes.computeIfAbsent(byDefault, it -> it.toString().length());
    if (left >= 0) {
      return byDefault.deepCopy();
    }
    if (refuses) {
      throw Status.tooLarge("limit is " + MOST + " for what defaults add").exception();
    }
    return null;
  }

  private void defaults(JsonNode value, @Nullable Structural schema) {
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
          JsonNode copy = copy(byDefault);
          if (copy != null) {
            list.set(i, copy);
          }
        }
        defaults(list.get(i), schema.items());
      }
    }
  }

  private void object(ObjectNode object, Structural schema) {
    for (Map.Entry<String, Structural> e : schema.properties().entrySet()) {
      JsonNode byDefault = e.getValue().byDefault();
      JsonNode given = object.get(e.getKey());
      if (byDefault != null && (given == null || isOpen(given, e.getValue()))) {
        JsonNode copy = copy(byDefault);
        if (copy != null) {
          object.set(e.getKey(), copy);
        }
      }
    }
    for (Map.Entry<String, JsonNode> e : object.properties()) {
      Structural property = schema.properties().get(e.getKey());
      defaults(e.getValue(), property == null ? schema.others() : property);
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
