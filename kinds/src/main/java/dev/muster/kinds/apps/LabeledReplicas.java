package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;
import java.util.Map;

/** The status of replica sets and of replication controllers, which came before them. */
final class LabeledReplicas {
  static final List<String> SELECTABLE = List.of("status.replicas");

  private LabeledReplicas() {}

  /** Checks a new status. Replication controllers do not count those that terminate. */
  static void validate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At status = At.root(object).get("status");
    Numbers.validateNotNegative(
        status,
        errors,
        "replicas",
        "fullyLabeledReplicas",
        "readyReplicas",
        "availableReplicas",
        "terminatingReplicas",
        "observedGeneration");
    ReplicaCounts.validate(
        status, errors, "fullyLabeledReplicas", "readyReplicas", "availableReplicas");
    ReplicaCounts.validateAvailable(status, "readyReplicas", errors);
  }

  static Map<String, String> selectable(ObjectNode object) {
    return Map.of(
        "status.replicas", Long.toString(object.path("status").path("replicas").asLong()));
  }
}
