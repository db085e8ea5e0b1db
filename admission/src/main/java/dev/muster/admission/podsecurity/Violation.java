package dev.muster.admission.podsecurity;

import java.util.List;
import java.util.stream.Collectors;

/**
 * What a pod does against a standard.
 *
 * @param reason a few words, the same for all pods that do so
 * @param detail who of this pod does what
 */
record Violation(String reason, String detail) {

  static String reasons(List<Violation> violations) {
    return violations.stream().map(Violation::reason).collect(Collectors.joining(", "));
  }

  static String details(List<Violation> violations) {
    return violations.stream()
        .map(v -> v.detail.isEmpty() ? v.reason : v.reason + " (" + v.detail + ")")
        .collect(Collectors.joining(", "));
  }
}
