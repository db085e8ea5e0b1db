package dev.muster.kinds.meta;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;

/** Rules for the entries of {@code managedFields}. */
final class ManagedFieldEntries {
  private static final int MAX_MANAGER = 128;
  private static final int MAX_SUBRESOURCE = 256;

  private ManagedFieldEntries() {}

  static void validate(At entries, Errors errors) {
    for (At entry : entries.each()) {
      String operation = entry.text("operation");
      if (!operation.equals("Apply") && !operation.equals("Update")) {
        errors.invalidText(
            entry.path().child("operation"), operation, "must be `Apply` or `Update`");
      }
      String type = entry.text("fieldsType");
      if (!type.isEmpty() && !type.equals("FieldsV1")) {
        errors.invalidText(entry.path().child("fieldsType"), type, "must be `FieldsV1`");
      }
      manager(entry.get("manager"), errors);
      if (Bytes.of(entry.text("subresource")) > MAX_SUBRESOURCE) {
        errors.tooLong(entry.path().child("subresource"), MAX_SUBRESOURCE);
      }
    }
  }

  private static void manager(At manager, Errors errors) {
    String name = manager.text();
    if (Bytes.of(name) > MAX_MANAGER) {
      errors.tooLong(manager.path(), MAX_MANAGER);
    }
    int position = 0;
    for (int c : name.codePoints().toArray()) {
      String text = Character.toString(c);
      if (!GoText.printable(c)) {
        errors.invalid(manager, "invalid character U+%04X (at position %d)".formatted(c, position));
      }
      position += Bytes.of(text);
    }
  }
}
