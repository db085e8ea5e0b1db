package dev.muster.apiserver.access;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.regex.Pattern;

/** The {@code revision} of a question: which roles and bindings it is about. */
final class AskedRevision {
  private static final Pattern NUMBER = Pattern.compile("[1-9][0-9]{0,17}");

  private AskedRevision() {}

  static void validate(At revision, Errors errors) {
    if (!revision.text().isEmpty() && !NUMBER.matcher(revision.text()).matches()) {
      errors.invalidText(
          revision.path(), revision.text(), "must be a revision of the store, such as 123");
    }
  }

  /** Those of the revision; of now if none is given. */
  static PolicyAt policy(At revision, PolicyRevisions policies) {
    return given(revision) ? policies.at(Long.parseLong(revision.text())) : policies.latest();
  }

  static boolean given(At revision) {
    return !revision.text().isEmpty();
  }
}
