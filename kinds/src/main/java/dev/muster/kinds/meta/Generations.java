package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Objects;

/** Counts the changes of what an object's owner asks for. */
public final class Generations {
  private Generations() {}

  public static void start(ObjectNode object) {
    object.withObject("metadata").put("generation", 1L);
  }

  /** Whether nothing that is counted has changed. */
  public static boolean same(ObjectNode object, ObjectNode old) {
    return object
        .path("metadata")
        .path("generation")
        .equals(old.path("metadata").path("generation"));
  }

  /** Carries the generation over, one up if one of the fields has changed. */
  public static void follow(ObjectNode object, ObjectNode old, String... fields) {
    boolean changed = false;
    for (String field : fields) {
      changed |= !Objects.equals(object.get(field), old.get(field));
    }
    set(object, old, changed);
  }

  /** Carries the generation over, one up if {@code changed}. */
  public static void set(ObjectNode object, ObjectNode old, boolean changed) {
    JsonNode before = old.path("metadata").path("generation");
    long generation = before.asLong(0) + (changed ? 1 : 0);
    ObjectNode metadata = object.withObject("metadata");
    if (generation == 0) {
      metadata.remove("generation");
    } else {
      metadata.put("generation", generation);
    }
  }
}
