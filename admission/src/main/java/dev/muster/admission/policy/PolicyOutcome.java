package dev.muster.admission.policy;

import java.util.List;
import java.util.Map;

/**
 * What a policy says about a request.
 *
 * @param annotations for the audit log
 * @param annotationFaults annotations that could not be computed; each denies the request
 */
record PolicyOutcome(
    List<Denial> denials, Map<String, String> annotations, List<String> annotationFaults) {
  static final PolicyOutcome NOTHING = new PolicyOutcome(List.of(), Map.of(), List.of());

  PolicyOutcome {
    denials = List.copyOf(denials);
    annotationFaults = List.copyOf(annotationFaults);
  }

  /**
   * @param index of the validation
   * @param reason of the Status; empty if the validation could not be evaluated
   */
  record Denial(int index, String message, String reason) {}
}
