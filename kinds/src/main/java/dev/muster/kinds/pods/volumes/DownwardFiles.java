package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.DownwardAPIVolumeFile;
import dev.muster.views.CoreV1.DownwardAPIVolumeSource;
import dev.muster.views.CoreV1.ObjectFieldSelector;
import dev.muster.views.CoreV1.ResourceFieldSelector;

/** Files that show the pod to itself. */
final class DownwardFiles {
  private DownwardFiles() {}

  static void volume(DownwardAPIVolumeSource source, Errors errors) {
    FileModes.validate(source.defaultMode(), errors);
    Ids.validate(source.defaultUser(), errors);
    for (DownwardAPIVolumeFile file : source.items()) {
      validate(file, source.at().path(), errors);
    }
  }

  /**
   * Checks one file.
   *
   * @param owner where the real server says a fault is: at the source, not at the item
   */
  static void validate(DownwardAPIVolumeFile item, Path owner, Errors errors) {
    DownwardAPIVolumeFile file = new DownwardAPIVolumeFile(new At(item.tree(), owner));
    Needs.text(file.path(), errors);
    LocalPath.nonReserved(file.path().text(), file.path().path(), errors);
    ObjectFieldSelector field = file.fieldRef();
    ResourceFieldSelector resource = file.resourceFieldRef();
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
    FileModes.validate(file.mode(), errors);
    Ids.validate(file.user(), errors);
  }
}
