package dev.muster.admission.policy;

import dev.muster.admission.AdmissionRequest;
import dev.muster.model.field.FieldError;
import dev.muster.model.status.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What policies found wrong with one request: the first denial is its answer. */
final class Denials {
  private final AdmissionRequest request;
  private final AuditNotes notes;
  private @Nullable Status first;

  Denials(AdmissionRequest request, AuditNotes notes) {
    this.request = request;
    this.notes = notes;
  }

  /** Does with an outcome what the binding says: deny, warn, note for the audit. */
  void take(String policy, String binding, List<String> actions, PolicyOutcome outcome) {
    for (PolicyOutcome.Denial denial : outcome.denials()) {
      if (actions.contains("Deny")) {
        add(policy, binding, denial.message(), denial.reason());
      }
      if (actions.contains("Warn")) {
        request
            .warn()
            .accept(
                "Validation failed for ValidatingAdmissionPolicy '"
                    + policy
                    + "' with binding '"
                    + binding
                    + "': "
                    + denial.message());
      }
      if (actions.contains("Audit")) {
        notes.failure(policy, binding, actions, denial);
      }
    }
    outcome.annotations().forEach((key, value) -> notes.value(policy, key, value));
    for (String fault : outcome.annotationFaults()) {
      add(policy, binding, fault, "");
    }
  }

  /** A policy cannot be used at all. */
  void add(String policy, String message) {
    deny("'" + policy + "'", message, "");
  }

  void add(String policy, String binding, String message) {
    add(policy, binding, message, "");
  }

  private void add(String policy, String binding, String message, String reason) {
    deny("'" + policy + "' with binding '" + binding + "'", message, reason);
  }

  private void deny(String by, String message, String reason) {
    if (first != null) {
      return;
    }
    String sentence = "ValidatingAdmissionPolicy " + by + " denied request: " + message;
    Status refusal =
        Status.forbidden(
            request.asked().group(), request.asked().plural(), request.shownName(), sentence);
    String known = reason.isEmpty() ? "Invalid" : reason;
    first =
        new Status(
            code(known),
            known,
            refusal.message(),
            new Status.Details(
                refusal.details().name(),
                refusal.details().group(),
                refusal.details().kind(),
                "",
                List.of(new FieldError("", "", sentence)),
                0));
  }

  private static int code(String reason) {
    return switch (reason) {
      case "Unauthorized" -> 401;
      case "Forbidden" -> 403;
      case "RequestEntityTooLarge" -> 413;
      default -> 422;
    };
  }

  void throwFirst() {
    if (first != null) {
      throw first.exception();
    }
  }
}
