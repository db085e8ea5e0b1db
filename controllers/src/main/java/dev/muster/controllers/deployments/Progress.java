package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.views.AppsV1;
import dev.muster.views.AppsV1.DeploymentCondition;
import dev.muster.views.AppsV1.MutableDeploymentCondition;
import dev.muster.views.AppsV1.MutableDeploymentStatus;
import java.time.Duration;
import java.time.Instant;

/** The conditions of a deployment, above all whether it gets on. */
final class Progress {
  static final String PROGRESSING = "Progressing";

  private static final String TIMED_OUT = "ProgressDeadlineExceeded";
  private static final String COMPLETE = "NewReplicaSetAvailable";

  private Progress() {}

  static JsonNode condition(JsonNode status) {
    return ObjectConditions.find(status, PROGRESSING);
  }

  static boolean timedOut(JsonNode status) {
    return DeploymentCondition.of(condition(status)).reason().text().equals(TIMED_OUT);
  }

  /** Sets the condition in the deployment's present status. */
  static void set(Rollout rollout, String value, String reason, String message) {
    set(rollout.deployment().status(), PROGRESSING, value, reason, message, rollout.now());
  }

  /** Sets a condition, unless it is there with the same value for the same reason. */
  static void set(
      MutableDeploymentStatus status,
      String type,
      String value,
      String reason,
      String message,
      Instant now) {
    DeploymentCondition before = DeploymentCondition.of(ObjectConditions.find(status.tree(), type));
    boolean sameValue = before.status().text().equals(value);
    if (sameValue && before.reason().text().equals(reason)) {
      return;
    }
    MutableDeploymentCondition condition = MutableDeploymentCondition.create();
    condition.type(type).status(value);
    condition.lastUpdateTime(ObjectConditions.time(now));
    condition.lastTransitionTime(
        sameValue ? before.lastTransitionTime().text() : ObjectConditions.time(now));
    condition.reason(reason).message(message);
    ObjectConditions.put(status.tree(), condition.tree());
  }

  /** Says in a new status whether the deployment gets on, if anybody has set a time for that. */
  static void judge(Rollout rollout, MutableDeploymentStatus status) {
    DeploymentView deployment = rollout.deployment();
    if (deployment.progressDeadline().isEmpty()) {
      ObjectConditions.remove(status.tree(), PROGRESSING);
      return;
    }
    DeploymentCondition before = DeploymentCondition.of(condition(deployment.status().tree()));
    boolean wasComplete =
        status.replicas().number() == status.updatedReplicas().number()
            && before.reason().text().equals(COMPLETE);
    if (wasComplete) {
      return;
    }
    if (deployment.isComplete(seen(status))) {
      set(
          status,
          PROGRESSING,
          "True",
          COMPLETE,
          told(rollout, "has successfully progressed."),
          rollout.now());
    } else if (getsOn(deployment.status(), status)) {
      advance(rollout, status, before);
    } else if (isLate(rollout, status.tree())) {
      set(
          status,
          PROGRESSING,
          "False",
          TIMED_OUT,
          told(rollout, "has timed out progressing."),
          rollout.now());
    }
  }

  /** Each step forward starts the time anew. */
  private static void advance(
      Rollout rollout, MutableDeploymentStatus status, DeploymentCondition before) {
    ObjectConditions.remove(status.tree(), PROGRESSING);
    set(
        status,
        PROGRESSING,
        "True",
        "ReplicaSetUpdated",
        told(rollout, "is progressing."),
        rollout.now());
    if (before.status().text().equals("True")
        && condition(status.tree()) instanceof ObjectNode condition) {
      MutableDeploymentCondition.of(condition)
          .lastTransitionTime()
          .set(before.lastTransitionTime().node());
    }
  }

  private static AppsV1.DeploymentStatus seen(MutableDeploymentStatus status) {
    return status.reading();
  }

  private static String told(Rollout rollout, String what) {
    return rollout
        .current()
        .map(current -> "ReplicaSet \"" + Meta.name(current) + "\" " + what)
        .orElseGet(() -> "Deployment \"" + Meta.name(rollout.deployment().object()) + "\" " + what);
  }

  private static boolean getsOn(MutableDeploymentStatus before, MutableDeploymentStatus after) {
    long oldBefore = before.replicas().number() - before.updatedReplicas().number();
    long oldAfter = after.replicas().number() - after.updatedReplicas().number();
    return after.updatedReplicas().number() > before.updatedReplicas().number()
        || oldAfter < oldBefore
        || after.readyReplicas().number() > before.readyReplicas().number()
        || after.availableReplicas().number() > before.availableReplicas().number();
  }

  private static boolean isLate(Rollout rollout, JsonNode status) {
    DeploymentCondition condition = DeploymentCondition.of(condition(status));
    if (!condition.present() || condition.reason().text().equals(COMPLETE)) {
      return false;
    }
    return timedOut(status) || deadline(rollout, condition).isBefore(rollout.now());
  }

  private static Instant deadline(Rollout rollout, DeploymentCondition condition) {
    int seconds = rollout.deployment().progressDeadline().orElse(0);
    return Meta.time(condition.lastUpdateTime().node()).plusSeconds(seconds);
  }

  /** When a deployment of which nothing is heard has to be looked at. */
  static Requeue next(Rollout rollout) {
    DeploymentView deployment = rollout.deployment();
    JsonNode condition = condition(deployment.status().tree());
    if (deployment.progressDeadline().isEmpty()
        || !condition.isObject()
        || deployment.isComplete(seen(deployment.status()))
        || timedOut(deployment.status().tree())) {
      return Requeue.NEVER;
    }
    Duration left =
        Duration.between(rollout.now(), deadline(rollout, DeploymentCondition.of(condition)));
    return Requeue.after((left.isNegative() ? Duration.ZERO : left).plusSeconds(1));
  }
}
