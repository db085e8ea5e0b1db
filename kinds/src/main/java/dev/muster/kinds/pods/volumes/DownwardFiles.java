package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.model.field.Path;

/** Files that show the pod to itself. */
final class DownwardFiles {
  private DownwardFiles() {}

  static void volume(At source, Errors errors) {
    FileModes.validate(source.get("defaultMode"), errors);
    Ids.validate(source.get(UserFields.DEFAULT), errors);
    for (At file : source.get("items").each()) {
      validate(file, source.path(), errors);
    }
  }

  /**
   * Checks one file.
   *
   * @param owner where the real server says a fault is: at the source, not at the item
   */
  static void validate(At item, Path owner, Errors errors) {
    At file = new At(item.node(), owner);
    Needs.text(file, "path", errors);
    LocalPath.nonReserved(file.text("path"), file.get("path").path(), errors);
    At field = file.get("fieldRef");
    At resource = file.get("resourceFieldRef");
    if (field.present()) {
      FieldReferences.validateField(field, FieldReferences.IN_VOLUMES, errors);
      if (resource.present()) {
        errors.invalidText(
            owner, "resource", "fieldRef and resourceFieldRef can not be specified simultaneously");
      }
    } else if (resource.present()) {
      FieldReferences.validateResource(resource, true, errors);
    } else {
      errors.required(owner, "one of fieldRef and resourceFieldRef is required");
    }
    FileModes.validate(file.get("mode"), errors);
    Ids.validate(file.get(UserFields.OWN), errors);
  }
}
