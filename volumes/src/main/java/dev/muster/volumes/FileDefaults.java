package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.ProjectedVolumeSource;

/**
 * What holds for a volume's files that do not say it themselves.
 *
 * @param user who owns them, as KEP-5936's {@code defaultUser} says, or {@link
 *     ProjectedFile#NO_UID}
 * @param owners whether {@code defaultUser} and {@code user} count at all: the feature gate
 */
record FileDefaults(int mode, int user, boolean owners) {
  private static final int MODE = 0644;

  static FileDefaults of(ProjectedVolumeSource volume, boolean owners) throws VolumeException {
    return new FileDefaults(
        (int) volume.defaultMode().numberOr(MODE),
        owners ? uid(volume.defaultUser(), "defaultUser") : ProjectedFile.NO_UID,
        owners);
  }

  int mode(At own) {
    return own.present() ? (int) own.number() : mode;
  }

  /** Whom the spec names as the owner of one file. */
  int user(At owner) throws VolumeException {
    int own = owners ? uid(owner, "user") : ProjectedFile.NO_UID;
    return own != ProjectedFile.NO_UID ? own : user;
  }

  private static int uid(At at, String field) throws VolumeException {
    if (at.absent()) {
      return ProjectedFile.NO_UID;
    }
    JsonNode id = at.node();
    if (!id.canConvertToInt() || !id.isIntegralNumber() || id.intValue() < 0) {
      throw new VolumeException(field + " " + id + " is not a uid between 0 and 2147483647");
    }
    return id.intValue();
  }
}
