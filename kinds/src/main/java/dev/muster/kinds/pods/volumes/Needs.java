package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** Fields without which a source says nothing. */
final class Needs {
  private Needs() {}

  /** Requires each of the named fields not to be empty, in this order. */
  static void texts(At source, Errors errors, String... fields) {
    for (String field : fields) {
      text(source, field, errors);
    }
  }

  static void text(At source, String field, Errors errors) {
    if (source.get(field).empty()) {
      errors.required(source.path().child(field), "");
    }
  }

  /** If there is a reference at all, it must name something. */
  static void nameIfPresent(At reference, Errors errors) {
    if (reference.present()) {
      text(reference, "name", errors);
    }
  }

  /** If there is a reference at all, it must say name and namespace. */
  static void nameAndNamespaceIfPresent(At reference, Errors errors) {
    if (reference.present()) {
      texts(reference, errors, "name", "namespace");
    }
  }

  static void range(At number, long least, long most, Errors errors) {
    if (number.number() < least || number.number() > most) {
      errors.invalid(number, "must be between " + least + " and " + most + ", inclusive");
    }
  }
}
