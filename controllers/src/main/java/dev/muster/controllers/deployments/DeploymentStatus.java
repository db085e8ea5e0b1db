package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.views.AppsV1.DeploymentCondition;
import dev.muster.views.AppsV1.MutableDeploymentCondition;
import dev.muster.views.AppsV1.MutableDeploymentStatus;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.AppsV1.ReplicaSetStatus;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** What a deployment's status says of its ReplicaSets. */
final class DeploymentStatus {
  private static final String FAILURE = "ReplicaFailure";

  private DeploymentStatus() {}

  /** Numbers, and whether enough pods are available. */
  static MutableDeploymentStatus of(Rollout rollout) {
    DeploymentView deployment = rollout.deployment();
    List<ObjectNode> all = rollout.all();
    List<ObjectNode> current = rollout.current().map(List::of).orElse(List.of());
    JsonNode before = deployment.status().tree();
    MutableDeploymentStatus status = MutableDeploymentStatus.create();
    int available = Rollout.sum(all, ReplicaSetStatus::availableReplicas);
    status.observedGeneration().setUnlessZero(Meta.generation(deployment.object()));
    status.replicas().setUnlessZero(Rollout.sum(all, ReplicaSetStatus::replicas));
    status.updatedReplicas().setUnlessZero(Rollout.sum(current, ReplicaSetStatus::replicas));
    status.readyReplicas().setUnlessZero(Rollout.sum(all, ReplicaSetStatus::readyReplicas));
    status.availableReplicas().setUnlessZero(available);
    status.unavailableReplicas().setUnlessZero(Math.max(0, Rollout.sum(all) - available));
    terminating(status, all);
    for (String kept : List.of("collisionCount", "conditions")) {
      if (before.has(kept)) {
        status.tree().set(kept, before.get(kept).deepCopy());
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

  /** Not known as long as one of them does not know it. */
  private static void terminating(MutableDeploymentStatus status, Collection<ObjectNode> all) {
    boolean known =
        all.stream()
            .map(one -> ReplicaSet.of(one).status().tree())
            .allMatch(
                s ->
                    ReplicaSetStatus.of(s).terminatingReplicas().present()
                        || ReplicaSetStatus.of(s).observedGeneration().number() == 0);
    if (known) {
      status.terminatingReplicas(Rollout.sum(all, ReplicaSetStatus::terminatingReplicas));
    }
  }

  /** The same with what the rollout's conditions say. */
  static MutableDeploymentStatus ofRollout(Rollout rollout) {
    MutableDeploymentStatus status = of(rollout);
    Progress.judge(rollout, status);
    Optional<JsonNode> failure = failure(rollout);
    if (failure.isEmpty()) {
      ObjectConditions.remove(status.tree(), FAILURE);
      return status;
    }
    DeploymentCondition present =
        DeploymentCondition.of(ObjectConditions.find(status.tree(), FAILURE));
    DeploymentCondition told = DeploymentCondition.of(failure.get());
    boolean same =
        present.status().text().equals(told.status().text())
            && present.reason().text().equals(told.reason().text());
    if (!same) {
      MutableDeploymentCondition condition =
          MutableDeploymentCondition.of(failure.get().deepCopy());
      condition.lastUpdateTime().set(condition.lastTransitionTime().node());
      if (present.status().node().equals(condition.status().node())) {
        condition.lastTransitionTime().set(present.lastTransitionTime().node());
      }
      ObjectConditions.put(status.tree(), condition.tree());
    }
    return status;
  }

  /** The current ReplicaSet's, or else anyone's. */
  private static Optional<JsonNode> failure(Rollout rollout) {
    return rollout
        .current()
        .map(current -> ObjectConditions.find(ReplicaSet.of(current).status().tree(), FAILURE))
        .filter(JsonNode::isObject)
        .or(
            () ->
                rollout.all().stream()
                    .map(one -> ObjectConditions.find(ReplicaSet.of(one).status().tree(), FAILURE))
                    .filter(JsonNode::isObject)
                    .findFirst());
  }
}
