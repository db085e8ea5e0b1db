package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The places in a value that came, or went, as a whole: all of them, also those with parts. */
final class Members {
  private Members() {}

  /** Whether the value has parts that are owned by themselves. */
  static boolean hasParts(Shape shape, JsonNode value) {
    return switch (shape) {
      case Shape.Whole whole -> false;
      case Shape.Named named -> value.isObject() && !value.isEmpty();
      case Shape.Listed listed -> value.isArray() && !value.isEmpty();
    };
  }

  /** The places below the value, or null when there are none. */
  static @Nullable FieldSet below(Shape shape, JsonNode value) {
    if (!hasParts(shape, value)) {
      return null;
    }
    FieldSet.Builder out = new FieldSet.Builder();
    switch (shape) {
      case Shape.Named named -> {
        for (Map.Entry<String, JsonNode> e : value.properties()) {
          PathElement step = named.step(e.getKey());
          if (step != null) {
            out.add(step, true, below(named.part(e.getKey()), e.getValue()));
          }
        }
      }
      case Shape.Listed listed -> {
        Shape elements = listed.elements();
        for (ListIndex.Item item : ListIndex.of(listed, value).items()) {
          // elements that cannot be told apart are owned together, as a whole
          out.add(item.step(), true, item.repeated() ? null : below(elements, item.first()));
        }
      }
      case Shape.Whole whole -> throw new IllegalArgumentException("a whole has no parts");
    }
    return out.build();
  }
}
