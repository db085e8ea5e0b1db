package dev.muster.kinds.structural;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Takes fields out that a schema does not know. Not thread-safe: one instance, one object. */
public final class Pruner {
  static final Set<String> META = Set.of("apiVersion", "kind", "metadata");

  private final Consumer<String> unknown;
  private final StringBuilder where = new StringBuilder();

  private Pruner(Consumer<String> unknown) {
    this.unknown = unknown;
  }

  /**
   * @param unknown is told the path of every field that is taken out
   */
  static void prune(JsonNode value, Structural schema, Consumer<String> unknown) {
    new Pruner(unknown).prune(value, schema);
  }

  private void prune(JsonNode value, @Nullable Structural schema) {
    Deadline.check();
    boolean keeps = schema != null && schema.preserves();
    if (value instanceof ObjectNode object) {
      object(object, schema, keeps);
    } else if (value.isArray()) {
      Structural items = schema == null ? null : schema.items();
      if (keeps && items == null) {
        return;
      }
      int length = where.length();
      for (int i = 0; i < value.size(); i++) {
        where.append('[').append(i).append(']');
        if (keeps) {
          kept(value.get(i), items);
        } else {
          prune(value.get(i), items);
        }
        where.setLength(length);
      }
    }
  }

  /** An element of a list in which unknown fields are kept: so they are in its elements. */
  private void kept(JsonNode value, @Nullable Structural schema) {
    if (schema != null && value instanceof ObjectNode object) {
      object(object, schema, true);
    }
  }

  private void object(ObjectNode object, @Nullable Structural schema, boolean keeps) {
    List<String> gone = new ArrayList<>();
    int length = where.length();
    for (Map.Entry<String, JsonNode> e : object.properties()) {
      String name = e.getKey();
      if (schema != null && schema.embedded() && META.contains(name)) {
        continue;
      }
      Structural property = schema == null ? null : schema.properties().get(name);
      where.append(length == 0 ? "" : ".").append(name);
      if (property != null) {
        prune(e.getValue(), property);
      } else if (schema != null && schema.hasOthers()) {
        prune(e.getValue(), schema.others());
      } else if (!keeps) {
        if (length > 0 || !META.contains(name)) {
          unknown.accept(where.toString());
        }
        gone.add(name);
      }
      where.setLength(length);
    }
    object.remove(gone);
  }
}
