package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.SecretReference;
import dev.muster.views.View;

/** Fields without which a source says nothing. */
final class Needs {
  private Needs() {}

  /** Requires each of the fields not to be empty, in this order. */
  static void texts(Errors errors, At... fields) {
    for (At field : fields) {
      text(field, errors);
    }
  }

  static void text(At field, Errors errors) {
    if (field.empty()) {
      errors.required(field.path(), "");
    }
  }

  /** If there is a reference at all, it must name something. */
  static void nameIfPresent(View reference, At name, Errors errors) {
    if (reference.present()) {
      text(name, errors);
    }
  }

  /** If there is a reference at all, it must say name and namespace. */
  static void nameAndNamespaceIfPresent(SecretReference reference, Errors errors) {
    if (reference.present()) {
      texts(errors, reference.name(), reference.namespace());
    }
  }

  static void range(At number, long least, long most, Errors errors) {
    if (number.number() < least || number.number() > most) {
      errors.invalid(number, "must be between " + least + " and " + most + ", inclusive");
    }
  }
}
