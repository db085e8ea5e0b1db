package dev.muster.api.pods.volumes;

import dev.muster.api.field.At;
import dev.muster.api.field.Errors;

/** Which keys of a secret or config map become which files. */
final class KeyItems {
  private KeyItems() {}

  static void secretVolume(At secret, Errors errors) {
    Needs.text(secret, "secretName", errors);
    modeAndItems(secret, errors);
  }

  static void configMapVolume(At configMap, Errors errors) {
    Needs.text(configMap, "name", errors);
    modeAndItems(configMap, errors);
  }

  private static void modeAndItems(At source, Errors errors) {
    FileModes.validate(source.get("defaultMode"), errors);
    for (At item : source.get("items").each()) {
      validate(item, errors);
    }
  }

  static void validate(At item, Errors errors) {
    Needs.text(item, "key", errors);
    Needs.text(item, "path", errors);
    LocalPath.nonReserved(item.text("path"), item.get("path").path(), errors);
    FileModes.validate(item.get("mode"), errors);
  }
}
