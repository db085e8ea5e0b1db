package dev.muster.kinds.apiextensions;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** The basic rule for schemas of custom resources: every value has a type. */
final class StructuralSchemas {
  private StructuralSchemas() {}

  static void validate(At schema, Errors errors) {
    if (schema.text("type").isEmpty()) {
      errors.required(schema.path().child("type"), "must not be empty at the root");
    } else if (!schema.text("type").equals("object")) {
      errors.invalid(schema.get("type"), "must be object at the root");
    }
    parts(schema, errors);
  }

  private static void parts(At schema, Errors errors) {
    for (var property : schema.get("properties").entries()) {
      typed(property.getValue(), "for specified object fields", errors);
    }
    At items = schema.get("items");
    if (items.present() && items.node().isObject()) {
      typed(items, "for specified array items", errors);
    }
    At others = schema.get("additionalProperties");
    if (others.node().isObject()) {
      typed(others, "for specified object fields", errors);
    }
  }

  private static void typed(At schema, String where, Errors errors) {
    boolean open =
        schema.get("x-kubernetes-int-or-string").truth()
            || schema.get("x-kubernetes-preserve-unknown-fields").truth();
    if (schema.text("type").isEmpty() && !open) {
      errors.required(schema.path().child("type"), "must not be empty " + where);
    }
    parts(schema, errors);
  }
}
