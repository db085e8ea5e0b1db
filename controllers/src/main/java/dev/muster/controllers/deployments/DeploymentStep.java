package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventType;

/** Something to be done, in order. If one fails, those after it are for the next time. */
sealed interface DeploymentStep {
  /** Makes the ReplicaSet of a new template. */
  record CreateReplicaSet(ObjectNode replicaSet) implements DeploymentStep {}

  /**
   * Writes a ReplicaSet.
   *
   * @param told what the deployment's events say of it; empty for nothing
   */
  record UpdateReplicaSet(ObjectNode replicaSet, String told) implements DeploymentStep {}

  record DeleteReplicaSet(ObjectNode replicaSet) implements DeploymentStep {}

  /** Writes the deployment's status, and its annotations with it. */
  record WriteStatus(ObjectNode deployment) implements DeploymentStep {}

  /** Writes the deployment itself. */
  record Update(ObjectNode deployment) implements DeploymentStep {}

  record Tell(EventType type, String reason, String message) implements DeploymentStep {}
}
