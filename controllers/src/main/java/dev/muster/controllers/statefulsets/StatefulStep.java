package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Something to be done for one pod. */
sealed interface StatefulStep {
  ObjectNode pod();

  /** Makes the pod, after its claims. */
  record CreatePod(ObjectNode pod) implements StatefulStep {}

  /** Makes the claims that a pod waits for. */
  record CreateClaims(ObjectNode pod) implements StatefulStep {}

  /** Gives a pod its name label and volumes again, and its claims their owners. */
  record MendPod(ObjectNode pod) implements StatefulStep {}

  /** Gives the claims of a pod that has to go their owners. */
  record MendClaims(ObjectNode pod) implements StatefulStep {}

  record DeletePod(ObjectNode pod) implements StatefulStep {}
}
