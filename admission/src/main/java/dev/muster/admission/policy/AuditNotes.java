package dev.muster.admission.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.AdmissionRequest;
import dev.muster.admission.AuditTrail;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What policies note about one request for the audit: all failures as one list, values by key. */
final class AuditNotes {
  private static final String FAILURES = "validation.policy.admission.k8s.io/validation_failure";
  private static final int MAX_VALUE = 10 * 1024;

  private final ArrayNode failures = JsonNodeFactory.instance.arrayNode();
  private final Map<String, Set<String>> values = new LinkedHashMap<>();

  void failure(String policy, String binding, List<String> actions, PolicyOutcome.Denial denial) {
    ObjectNode one =
        failures
            .addObject()
            .put("message", denial.message())
            .put("policy", policy)
            .put("binding", binding)
            .put("expressionIndex", denial.index());
    actions.forEach(one.putArray("validationActions")::add);
  }

  /** Several bindings, or parameters, can give one key several values. */
  void value(String policy, String key, String value) {
    values
        .computeIfAbsent(policy + "/" + key, any -> new LinkedHashSet<>())
        .add(value.length() > MAX_VALUE ? value.substring(0, MAX_VALUE) : value);
  }

  void publish(AdmissionRequest request, AuditTrail audit) {
    if (!failures.isEmpty()) {
      audit.annotate(request, FAILURES, failures.toString());
    }
    values.forEach((key, all) -> audit.annotate(request, key, String.join(", ", all)));
  }
}
