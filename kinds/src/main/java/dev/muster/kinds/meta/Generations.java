package dev.muster.kinds.meta;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.Objects;

/** Counts the changes of what an object's owner asks for. */
public final class Generations {
  private Generations() {}

  public static void start(ObjectNode object) {
    MutableObjectMeta.ofObject(object).generation(1L);
  }

  /** Whether nothing that is counted has changed. */
  public static boolean same(ObjectNode object, ObjectNode old) {
    return ObjectMeta.ofObject(object)
        .generation()
        .node()
        .equals(ObjectMeta.ofObject(old).generation().node());
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
    At before = ObjectMeta.ofObject(old).generation();
    long generation = before.numberOr(0) + (changed ? 1 : 0);
    MutableObjectMeta metadata = MutableObjectMeta.ofObject(object);
    if (generation == 0) {
      metadata.generation().remove();
    } else {
      metadata.generation(generation);
    }
  }
}
