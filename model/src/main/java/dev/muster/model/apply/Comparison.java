package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.types.StructType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What one object has that another has not.
 *
 * @param changed places that were added or have another value
 * @param removed places that are gone
 */
record Comparison(FieldSet changed, FieldSet removed) {
  private static final Comparison SAME = new Comparison(FieldSet.EMPTY, FieldSet.EMPTY);

  static Comparison of(StructType type, ObjectNode before, ObjectNode after) {
    return parts(new Shape.Struct(StructShape.of(type)), before, after);
  }

  /** Everything that was touched. */
  FieldSet touched() {
    return changed.union(removed);
  }

  /** Without these places and what is below them. */
  Comparison without(FieldSet places) {
    return new Comparison(changed.without(places), removed.without(places));
  }

  private static Comparison parts(Shape shape, JsonNode before, JsonNode after) {
    Differences found = new Differences();
    switch (shape) {
      case Shape.Named named -> {
        for (Map.Entry<String, JsonNode> e : after.properties()) {
          Deadline.check();
          found.pair(named, e.getKey(), before.get(e.getKey()), e.getValue());
        }
        for (Map.Entry<String, JsonNode> e : before.properties()) {
          if (!after.has(e.getKey())) {
            found.pair(named, e.getKey(), e.getValue(), null);
          }
        }
      }
      case Shape.Listed listed -> ListComparison.compare(listed, before, after, found);
      case Shape.Whole whole -> throw new IllegalArgumentException("a whole has no parts");
    }
    return found.result();
  }

  /** Collects the differences of one level. */
  static final class Differences {
    private FieldSet.@Nullable Builder changed;
    private FieldSet.@Nullable Builder removed;

    private void pair(
        Shape.Named of, String name, @Nullable JsonNode before, @Nullable JsonNode after) {
      PathElement step = of.step(name);
      // the record of ownership is itself owned by nobody
      if (step != null && !(of instanceof Shape.Struct && name.equals("managedFields"))) {
        value(step, of.part(name), before, after);
      }
    }

    /** Compares one part; at most one of the two is absent. */
    void value(PathElement step, Shape shape, @Nullable JsonNode before, @Nullable JsonNode after) {
      if (before == null) {
        if (after != null) {
          change(step, true, Members.below(shape, after));
        }
      } else if (after == null) {
        remove(step, true, Members.below(shape, before));
      } else {
        both(step, shape, before, after);
      }
    }

    private void both(PathElement step, Shape shape, JsonNode before, JsonNode after) {
      boolean partsBefore = Members.hasParts(shape, before);
      boolean partsAfter = Members.hasParts(shape, after);
      if (!partsBefore && !partsAfter) {
        if (!before.equals(after)) {
          change(step, true, null);
        }
      } else if (shape instanceof Shape.Untyped && partsBefore != partsAfter) {
        change(step, !before.isObject() || !after.isObject(), Members.below(shape, after));
        remove(step, false, Members.below(shape, before));
      } else if (!(shape instanceof Shape.Listed) || !before.equals(after)) {
        Comparison parts = parts(shape, before, after);
        change(step, false, parts.changed);
        remove(step, false, parts.removed);
      }
    }

    void change(PathElement step, boolean member, @Nullable FieldSet below) {
      if (changed == null) {
        changed = new FieldSet.Builder();
      }
      changed.add(step, member, below);
    }

    void remove(PathElement step, boolean member, @Nullable FieldSet below) {
      if (removed == null) {
        removed = new FieldSet.Builder();
      }
      removed.add(step, member, below);
    }

    private Comparison result() {
      return changed == null && removed == null
          ? SAME
          : new Comparison(
              changed == null ? FieldSet.EMPTY : changed.build(),
              removed == null ? FieldSet.EMPTY : removed.build());
    }
  }
}
