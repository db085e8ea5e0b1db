package dev.muster.kinds.meta;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.MetaV1.ManagedFieldsEntry;
import dev.muster.views.ViewList;

/** Rules for the entries of {@code managedFields}. */
final class ManagedFieldEntries {
  private static final int MAX_MANAGER = 128;
  private static final int MAX_SUBRESOURCE = 256;

  private ManagedFieldEntries() {}

  static void validate(ViewList<ManagedFieldsEntry> entries, Errors errors) {
    for (ManagedFieldsEntry entry : entries) {
      String operation = entry.operation().text();
      if (!operation.equals("Apply") && !operation.equals("Update")) {
        errors.invalidText(entry.operation().path(), operation, "must be `Apply` or `Update`");
      }
      String type = entry.fieldsType().text();
      if (!type.isEmpty() && !type.equals("FieldsV1")) {
        errors.invalidText(entry.fieldsType().path(), type, "must be `FieldsV1`");
      }
      manager(entry.manager(), errors);
      if (Bytes.of(entry.subresource().text()) > MAX_SUBRESOURCE) {
        errors.tooLong(entry.subresource().path(), MAX_SUBRESOURCE);
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
