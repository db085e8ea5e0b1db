package dev.muster.kinds.flowcontrol;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;

/** Conditions of flow control objects: each has a type, and no two the same. */
final class FlowConditions {
  private FlowConditions() {}

  static <V> void validate(ViewList<V> conditions, Function<V, At> typed, Errors errors) {
    Set<String> types = new HashSet<>();
    for (V condition : conditions) {
      At type = typed.apply(condition);
      if (!types.add(type.text())) {
        errors.duplicate(type);
      }
      if (type.text().isEmpty()) {
        errors.required(type.path(), "");
      }
    }
  }
}
