package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.apply.FieldSet.Entry;
import java.util.Map;

/** The wire form of a field set: nested objects whose names are steps; "." stands for the place. */
final class FieldsV1 {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private FieldsV1() {}

  static ObjectNode write(FieldSet set) {
    ObjectNode out = NODES.objectNode();
    write(set, out);
    return out;
  }

  private static void write(FieldSet set, ObjectNode out) {
    for (Entry entry : set.entries()) {
      Deadline.check();
      ObjectNode below = NODES.objectNode();
      if (entry.below() != null) {
        if (entry.member()) {
          below.set(".", NODES.objectNode());
        }
        write(entry.below(), below);
      }
      out.set(entry.step().text(), below);
    }
  }

  /**
   * Reads the wire form; steps of unknown kinds are left out.
   *
   * @throws IllegalArgumentException when it is malformed
   */
  static FieldSet read(JsonNode fields) {
    if (!fields.isObject()) {
      if (fields.isNull()) {
        return FieldSet.EMPTY;
      }
      throw new IllegalArgumentException("not an object: " + fields);
    }
    if (fields.isEmpty()) {
      return FieldSet.EMPTY;
    }
    FieldSet.Builder out = new FieldSet.Builder();
    for (Map.Entry<String, JsonNode> field : fields.properties()) {
      Deadline.check();
      if (field.getKey().equals(".")) {
        continue;
      }
      PathElement step = PathElement.parse(field.getKey());
      if (step == null) {
        continue;
      }
      FieldSet below = read(field.getValue());
      out.add(step, below.isEmpty() || field.getValue().has("."), below);
    }
    return out.build();
  }
}
