package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What a deployment's status says of its ReplicaSets. */
final class DeploymentStatus {
  private static final String FAILURE = "ReplicaFailure";

  private DeploymentStatus() {}

  /** Numbers, and whether enough pods are available. */
  static ObjectNode of(Rollout rollout) {
    DeploymentView deployment = rollout.deployment();
    List<ObjectNode> all = rollout.all();
    List<ObjectNode> current = rollout.current().map(List::of).orElse(List.of());
    JsonNode before = deployment.status();
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    int available = Rollout.sum(all, "availableReplicas");
    put(status, "observedGeneration", (int) Meta.generation(deployment.object()));
    put(status, "replicas", Rollout.sum(all, "replicas"));
    put(status, "updatedReplicas", Rollout.sum(current, "replicas"));
    put(status, "readyReplicas", Rollout.sum(all, "readyReplicas"));
    put(status, "availableReplicas", available);
    put(status, "unavailableReplicas", Math.max(0, Rollout.sum(all) - available));
    terminating(status, all);
    for (String kept : List.of("collisionCount", "conditions")) {
      if (before.has(kept)) {
        status.set(kept, before.get(kept).deepCopy());
      }
    }
    boolean enough = available >= deployment.replicas() - deployment.maxUnavailable();
    Progress.set(
        status,
        "Available",
        enough ? "True" : "False",
        enough ? "MinimumReplicasAvailable" : "MinimumReplicasUnavailable",
        enough
            ? "Deployment has minimum availability."
            : "Deployment does not have minimum availability.",
        rollout.now());
    return status;
  }

  private static void put(ObjectNode status, String field, int number) {
    if (number != 0) {
      status.put(field, number);
    }
  }

  /** Not known as long as one of them does not know it. */
  private static void terminating(ObjectNode status, Collection<ObjectNode> all) {
    boolean known =
        all.stream()
            .map(one -> one.path("status"))
            .allMatch(
                s -> s.has("terminatingReplicas") || s.path("observedGeneration").asInt() == 0);
    if (known) {
      status.put("terminatingReplicas", Rollout.sum(all, "terminatingReplicas"));
    }
  }

  /** The same with what the rollout's conditions say. */
  static ObjectNode ofRollout(Rollout rollout) {
    ObjectNode status = of(rollout);
    Progress.judge(rollout, status);
    Optional<JsonNode> failure = failure(rollout);
    if (failure.isEmpty()) {
      ObjectConditions.remove(status, FAILURE);
      return status;
    }
    JsonNode present = ObjectConditions.find(status, FAILURE);
    boolean same =
        present.path("status").equals(failure.get().path("status"))
            && present.path("reason").equals(failure.get().path("reason"));
    if (!same) {
      ObjectNode condition = failure.get().deepCopy();
      condition.set("lastUpdateTime", condition.path("lastTransitionTime"));
      if (present.path("status").equals(condition.path("status"))) {
        condition.set("lastTransitionTime", present.path("lastTransitionTime"));
      }
      ObjectConditions.put(status, condition);
    }
    return status;
  }

  /** The current ReplicaSet's, or else anyone's. */
  private static Optional<JsonNode> failure(Rollout rollout) {
    return rollout
        .current()
        .map(current -> ObjectConditions.find(current.path("status"), FAILURE))
        .filter(JsonNode::isObject)
        .or(
            () ->
                rollout.all().stream()
                    .map(one -> ObjectConditions.find(one.path("status"), FAILURE))
                    .filter(JsonNode::isObject)
                    .findFirst());
  }
}
