package dev.muster.model.codec;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;

/** Whether what a custom resource says it is, is what is expected. */
final class CustomKind {
  private CustomKind() {}

  /** Refuses a body in another version, or of another kind. */
  static void checkSent(ClaimedKind claim, Target target, ObjectNode object) {
    if (!claim.apiVersion().equals(target.apiVersion())) {
      throw Status.badRequest(
              "the API version in the data (%s) does not match the expected API version (%s)"
                  .formatted(claim.apiVersion(), target.apiVersion()))
          .exception();
    }
    checkPatched(claim, target, object);
  }

  /** Refuses what a patch made of an object, if it is not of the kind and version it was of. */
  static void checkPatched(ClaimedKind claim, Target target, ObjectNode object) {
    Errors errors = new Errors();
    if (!claim.kind().equals(target.kind())) {
      errors.invalidText(Path.of("kind"), claim.kind(), "must be " + target.kind());
    }
    if (!claim.apiVersion().equals(target.apiVersion())) {
      errors.invalidText(
          Path.of("apiVersion"), claim.apiVersion(), "must be " + target.apiVersion());
    }
    if (!errors.isEmpty()) {
      throw invalid(claim, object, errors);
    }
  }

  private static ApiException invalid(ClaimedKind claim, ObjectNode object, Errors errors) {
    return Status.invalid(
            claim.group(), claim.kind(), object.path("metadata").path("name").asText(), errors)
        .exception();
  }
}
