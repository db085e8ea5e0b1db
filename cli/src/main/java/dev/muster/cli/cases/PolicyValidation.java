package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * One validation of a ValidatingAdmissionPolicy.
 *
 * @param message what it refuses with; empty if that is an expression's
 */
record PolicyValidation(String policy, int number, String expression, String message) {
  static List<PolicyValidation> of(JsonNode object) {
    List<PolicyValidation> all = new ArrayList<>();
    if (object.path("kind").asText().equals("ValidatingAdmissionPolicy")) {
      for (JsonNode each : object.at("/spec/validations")) {
        String expression = each.path("expression").asText().strip();
        String otherwise = each.has("messageExpression") ? "" : "failed expression: " + expression;
        all.add(
            new PolicyValidation(
                object.at("/metadata/name").asText(),
                all.size(),
                expression,
                each.has("messageExpression")
                    ? ""
                    : each.path("message").asText(otherwise).strip()));
      }
    }
    return all;
  }

  /** Whether a refusal is this one's, as far as its message tells. */
  boolean denies(String byPolicy, String withMessage) {
    return policy.equals(byPolicy)
        && (message.isEmpty()
            || withMessage.strip().equals(message)
            || withMessage.contains("expression '" + expression + "' resulted in error"));
  }

  PolicyPart part() {
    return new PolicyPart(
        "ValidatingAdmissionPolicy", "", policy, "validations[" + number + "] " + expression);
  }
}
