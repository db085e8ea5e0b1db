package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.Errors;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.AppsV1.ReplicaSetStatus;
import java.util.List;
import java.util.Map;

/** The status of replica sets and of replication controllers, which came before them. */
final class LabeledReplicas {
  static final List<String> SELECTABLE = List.of("status.replicas");

  private LabeledReplicas() {}

  /** Checks a new status. Replication controllers do not count those that terminate. */
  static void validate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ReplicaSetStatus status = ReplicaSet.of(object).status();
    Numbers.validateNotNegative(
        errors,
        status.replicas(),
        status.fullyLabeledReplicas(),
        status.readyReplicas(),
        status.availableReplicas(),
        status.terminatingReplicas(),
        status.observedGeneration());
    ReplicaCounts.validate(
        status.replicas(),
        errors,
        status.fullyLabeledReplicas(),
        status.readyReplicas(),
        status.availableReplicas());
    ReplicaCounts.validateAvailable(
        status.availableReplicas(), status.readyReplicas(), "readyReplicas", errors);
  }

  static Map<String, String> selectable(ObjectNode object) {
    return Map.of(
        "status.replicas", Long.toString(ReplicaSet.of(object).status().replicas().number()));
  }
}
