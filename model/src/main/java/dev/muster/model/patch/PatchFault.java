package dev.muster.model.patch;

import dev.muster.base.go.GoText;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;

/** How patches are refused. */
final class PatchFault {
  private PatchFault() {}

  /** The patch is well-formed but does not apply; the real server keeps the details to itself. */
  static ApiException inapplicable() {
    return new Status(
            422,
            "Invalid",
            "the server rejected our request due to an error in our request",
            Status.Details.of("", "", ""))
        .exception();
  }

  static ApiException malformed(String message) {
    return Status.badRequest(message).exception();
  }

  /** The patched object, spelled as in the message, is not an object of its type. */
  static ApiException invalid(String shown, String why) {
    Errors errors = new Errors();
    errors.invalid(Path.of("patch"), GoText.quote(shown), why);
    return Status.invalid("", "", "", errors).exception();
  }
}
