package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.ConfigMap;
import java.util.Objects;

/** Config maps and secrets can be sealed for good. */
final class ImmutableData {
  private static final String SEALED = "field is immutable when `immutable` is set";

  private ImmutableData() {}

  static void validate(ObjectNode object, ObjectNode old, Errors errors, String... fields) {
    if (!ConfigMap.of(old).immutable().truth()) {
      return;
    }
    if (!ConfigMap.of(object).immutable().truth()) {
      errors.forbidden(Path.of("immutable"), SEALED);
    }
    for (String field : fields) {
      if (!Objects.equals(object.get(field), old.get(field))) {
        errors.forbidden(Path.of(field), SEALED);
      }
    }
  }
}
