package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Ids;
import dev.muster.views.CoreV1.ConfigMapVolumeSource;
import dev.muster.views.CoreV1.KeyToPath;
import dev.muster.views.CoreV1.SecretVolumeSource;
import dev.muster.views.ViewList;

/** Which keys of a secret or config map become which files. */
final class KeyItems {
  private KeyItems() {}

  static void secretVolume(SecretVolumeSource secret, Errors errors) {
    Needs.text(secret.secretName(), errors);
    filesOf(secret.defaultMode(), secret.defaultUser(), secret.items(), errors);
  }

  static void configMapVolume(ConfigMapVolumeSource configMap, Errors errors) {
    Needs.text(configMap.name(), errors);
    filesOf(configMap.defaultMode(), configMap.defaultUser(), configMap.items(), errors);
  }

  private static void filesOf(At mode, At user, ViewList<KeyToPath> items, Errors errors) {
    FileModes.validate(mode, errors);
    Ids.validate(user, errors);
    items.forEach(item -> validate(item, errors));
  }

  static void validate(KeyToPath item, Errors errors) {
    Needs.text(item.key(), errors);
    Needs.text(item.path(), errors);
    LocalPath.nonReserved(item.path().text(), item.path().path(), errors);
    FileModes.validate(item.mode(), errors);
    Ids.validate(item.user(), errors);
  }
}
