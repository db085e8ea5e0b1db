package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;

/** Which keys of a secret or config map become which files. */
final class KeyItems {
  private KeyItems() {}

  static void secretVolume(At secret, Errors errors) {
    Needs.text(secret, "secretName", errors);
    filesOf(secret, errors);
  }

  static void configMapVolume(At configMap, Errors errors) {
    Needs.text(configMap, "name", errors);
    filesOf(configMap, errors);
  }

  private static void filesOf(At source, Errors errors) {
    FileModes.validate(source.get("defaultMode"), errors);
    Ids.validate(source.get(UserFields.DEFAULT), errors);
    for (At item : source.get("items").each()) {
      validate(item, errors);
    }
  }

  static void validate(At item, Errors errors) {
    Needs.text(item, "key", errors);
    Needs.text(item, "path", errors);
    LocalPath.nonReserved(item.text("path"), item.get("path").path(), errors);
    FileModes.validate(item.get("mode"), errors);
    Ids.validate(item.get(UserFields.OWN), errors);
  }
}
