package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** Fills in what was left open. */
public final class Defaults {
  private Defaults() {}

  /** Sets a text that is absent or empty. */
  public static void text(ObjectNode struct, String field, String value) {
    if (struct.path(field).asText().isEmpty()) {
      struct.put(field, value);
    }
  }

  /** Sets a text that is absent; an empty one is a value. */
  public static void absentText(ObjectNode struct, String field, String value) {
    if (!struct.hasNonNull(field)) {
      struct.put(field, value);
    }
  }

  /** Sets a number that is absent; zero is a value. */
  public static void number(ObjectNode struct, String field, long value) {
    if (!struct.hasNonNull(field)) {
      struct.put(field, value);
    }
  }

  /** Sets a truth that is absent; false is a value. */
  public static void truth(ObjectNode struct, String field, boolean value) {
    if (!struct.hasNonNull(field)) {
      struct.put(field, value);
    }
  }

  /** Puts an empty struct where there is none. */
  public static void struct(ObjectNode struct, String field) {
    if (!struct.hasNonNull(field)) {
      struct.putObject(field);
    }
  }

  /** The structs in a list, for changing them; none when there is no list. */
  public static List<ObjectNode> each(JsonNode struct, String field) {
    List<ObjectNode> out = new ArrayList<>();
    for (JsonNode item : struct.path(field)) {
      if (item instanceof ObjectNode o) {
        out.add(o);
      }
    }
    return out;
  }
}
