package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What holds for a volume's files that do not say it themselves.
 *
 * @param user who owns them, as KEP-5936's {@code defaultUser} says, or {@link
 *     ProjectedFile#NO_UID}
 * @param owners whether {@code defaultUser} and {@code user} count at all: the feature gate
 */
record FileDefaults(int mode, int user, boolean owners) {
  private static final int MODE = 0644;

  static FileDefaults of(JsonNode volume, boolean owners) throws VolumeException {
    return new FileDefaults(
        volume.path("defaultMode").asInt(MODE),
        owners ? uid(volume, "defaultUser") : ProjectedFile.NO_UID,
        owners);
  }

  int mode(JsonNode item) {
    return item.path("mode").asInt(mode);
  }

  /** Whom the spec names as the owner of one file. */
  int user(JsonNode item) throws VolumeException {
    int own = owners ? uid(item, "user") : ProjectedFile.NO_UID;
    return own != ProjectedFile.NO_UID ? own : user;
  }

  private static int uid(JsonNode holder, String field) throws VolumeException {
    JsonNode id = holder.path(field);
    if (id.isMissingNode() || id.isNull()) {
      return ProjectedFile.NO_UID;
    }
    if (!id.canConvertToInt() || !id.isIntegralNumber() || id.intValue() < 0) {
      throw new VolumeException(field + " " + id + " is not a uid between 0 and 2147483647");
    }
    return id.intValue();
  }
}
