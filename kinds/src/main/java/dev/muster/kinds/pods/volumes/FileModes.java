package dev.muster.kinds.pods.volumes;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/**
 * The modes of files in volumes. Permission bits are used; set-user-id, set-group-id and sticky are
 * accepted, kept as given and said to be dropped; anything else is refused.
 */
final class FileModes {
  private static final long USED = 0777;
  private static final long ACCEPTED = 07777;

  private FileModes() {}

  static void validate(At mode, Errors errors) {
    long value = mode.number();
    if (value < 0 || value > ACCEPTED) {
      // the real server's words, which are about what is used rather than about what is accepted
      errors.invalid(mode, "must be a number between 0 and 0777 (octal), both inclusive");
    }
  }

  static void warn(At mode, List<String> warnings) {
    long value = mode.number();
    if (value > USED && value <= ACCEPTED) {
      warnings.add(
          "%s: mode %05o has bits outside 0777 (octal): %05o is dropped, %04o is used"
              .formatted(mode.path(), value, value & ~USED, value & USED));
    }
  }
}
