package dev.muster.api.core;

import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import java.util.List;

/** How volumes may be used. */
final class AccessModes {
  private static final String ONE_POD = "ReadWriteOncePod";
  private static final List<String> MODES =
      List.of("ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", ONE_POD);
  private static final List<String> VOLUME_MODES = List.of("Block", "Filesystem");

  private AccessModes() {}

  static void validate(At modes, Errors errors) {
    boolean one = false;
    boolean other = false;
    for (At mode : modes.each()) {
      if (!MODES.contains(mode.text())) {
        errors.unsupported(new At(mode.node(), modes.path()), MODES);
      } else if (mode.text().equals(ONE_POD)) {
        one = true;
      } else {
        other = true;
      }
    }
    if (one && other) {
      errors.forbidden(modes.path(), "may not use ReadWriteOncePod with other access modes");
    }
  }

  static void validateVolumeMode(At mode, Errors errors) {
    if (mode.present() && !VOLUME_MODES.contains(mode.text())) {
      errors.unsupported(mode, VOLUME_MODES);
    }
  }
}
