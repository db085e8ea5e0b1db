package dev.muster.kinds.flowcontrol;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.HashSet;
import java.util.Set;

/** Conditions of flow control objects: each has a type, and no two the same. */
final class FlowConditions {
  private FlowConditions() {}

  static void validate(At conditions, Errors errors) {
    Set<String> types = new HashSet<>();
    for (At condition : conditions.each()) {
      At type = condition.get("type");
      if (!types.add(type.text())) {
        errors.duplicate(type);
      }
      if (type.text().isEmpty()) {
        errors.required(type.path(), "");
      }
    }
  }
}
