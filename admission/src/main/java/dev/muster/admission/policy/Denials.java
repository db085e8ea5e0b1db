package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import dev.muster.api.field.FieldError;
import dev.muster.api.status.Status;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What policies found wrong with one request: the first denial is its answer. */
final class Denials {
  private final AdmissionRequest request;
  private final AuditTrail audit;
  private @Nullable Status first;

  Denials(AdmissionRequest request, AuditTrail audit) {
    this.request = request;
    this.audit = audit;
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
    }
    if (actions.contains("Audit") && !outcome.denials().isEmpty()) {
      audit.annotate(
          request,
          "validation.policy.admission.k8s.io/validation_failure",
          failures(policy, binding, actions, outcome.denials()));
    }
    outcome
        .annotations()
        .forEach((key, value) -> audit.annotate(request, policy + "/" + key, value));
    for (String fault : outcome.annotationFaults()) {
      add(policy, binding, fault, "");
    }
  }

  private static String failures(
      String policy, String binding, List<String> actions, List<PolicyOutcome.Denial> denials) {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (PolicyOutcome.Denial denial : denials) {
      ObjectNode one =
          all.addObject()
              .put("message", denial.message())
              .put("policy", policy)
              .put("binding", binding)
              .put("expressionIndex", denial.index());
      actions.forEach(one.putArray("validationActions")::add);
    }
    return all.toString();
  }

  void add(String policy, String binding, String message) {
    add(policy, binding, message, "");
  }

  private void add(String policy, String binding, String message, String reason) {
    if (first != null) {
      return;
    }
    String sentence =
        "ValidatingAdmissionPolicy '"
            + policy
            + "' with binding '"
            + binding
            + "' denied request: "
            + message;
    Status refusal =
        Status.forbidden(request.kind().group(), request.kind().plural(), request.name(), sentence);
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
