package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.controllers.reconcile.Requeue;
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
    return condition(status).path("reason").asText().equals(TIMED_OUT);
  }

  /** Sets the condition in the deployment's present status. */
  static void set(Rollout rollout, String value, String reason, String message) {
    set(rollout.deployment().status(), PROGRESSING, value, reason, message, rollout.now());
  }

  /** Sets a condition, unless it is there with the same value for the same reason. */
  static void set(
      ObjectNode status, String type, String value, String reason, String message, Instant now) {
    JsonNode before = ObjectConditions.find(status, type);
    boolean sameValue = before.path("status").asText().equals(value);
    if (sameValue && before.path("reason").asText().equals(reason)) {
      return;
    }
    ObjectNode condition = JsonNodeFactory.instance.objectNode();
    condition.put("type", type).put("status", value);
    condition.put("lastUpdateTime", ObjectConditions.time(now));
    condition.put(
        "lastTransitionTime",
        sameValue ? before.path("lastTransitionTime").asText() : ObjectConditions.time(now));
    condition.put("reason", reason).put("message", message);
    ObjectConditions.put(status, condition);
  }

  /** Says in a new status whether the deployment gets on, if anybody has set a time for that. */
  static void judge(Rollout rollout, ObjectNode status) {
    DeploymentView deployment = rollout.deployment();
    if (deployment.progressDeadline().isEmpty()) {
      ObjectConditions.remove(status, PROGRESSING);
      return;
    }
    JsonNode before = condition(deployment.status());
    boolean wasComplete =
        number(status, "replicas") == number(status, "updatedReplicas")
            && before.path("reason").asText().equals(COMPLETE);
    if (wasComplete) {
      return;
    }
    if (deployment.isComplete(status)) {
      set(
          status,
          PROGRESSING,
          "True",
          COMPLETE,
          told(rollout, "has successfully progressed."),
          rollout.now());
    } else if (getsOn(deployment.status(), status)) {
      advance(rollout, status, before);
    } else if (isLate(rollout, status)) {
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
  private static void advance(Rollout rollout, ObjectNode status, JsonNode before) {
    ObjectConditions.remove(status, PROGRESSING);
    set(
        status,
        PROGRESSING,
        "True",
        "ReplicaSetUpdated",
        told(rollout, "is progressing."),
        rollout.now());
    if (before.path("status").asText().equals("True")
        && condition(status) instanceof ObjectNode condition) {
      condition.set("lastTransitionTime", before.path("lastTransitionTime"));
    }
  }

  private static String told(Rollout rollout, String what) {
    return rollout
        .current()
        .map(current -> "ReplicaSet \"" + Meta.name(current) + "\" " + what)
        .orElseGet(() -> "Deployment \"" + Meta.name(rollout.deployment().object()) + "\" " + what);
  }

  private static boolean getsOn(JsonNode before, JsonNode after) {
    int oldBefore = number(before, "replicas") - number(before, "updatedReplicas");
    int oldAfter = number(after, "replicas") - number(after, "updatedReplicas");
    return number(after, "updatedReplicas") > number(before, "updatedReplicas")
        || oldAfter < oldBefore
        || number(after, "readyReplicas") > number(before, "readyReplicas")
        || number(after, "availableReplicas") > number(before, "availableReplicas");
  }

  private static int number(JsonNode status, String field) {
    return status.path(field).asInt();
  }

  private static boolean isLate(Rollout rollout, JsonNode status) {
    JsonNode condition = condition(status);
    if (!condition.isObject() || condition.path("reason").asText().equals(COMPLETE)) {
      return false;
    }
    return timedOut(status) || deadline(rollout, condition).isBefore(rollout.now());
  }

  private static Instant deadline(Rollout rollout, JsonNode condition) {
    int seconds = rollout.deployment().progressDeadline().orElse(0);
    return Meta.time(condition.path("lastUpdateTime")).plusSeconds(seconds);
  }

  /** When a deployment of which nothing is heard has to be looked at. */
  static Requeue next(Rollout rollout) {
    DeploymentView deployment = rollout.deployment();
    JsonNode condition = condition(deployment.status());
    if (deployment.progressDeadline().isEmpty()
        || !condition.isObject()
        || deployment.isComplete(deployment.status())
        || timedOut(deployment.status())) {
      return Requeue.NEVER;
    }
    Duration left = Duration.between(rollout.now(), deadline(rollout, condition));
    return Requeue.after((left.isNegative() ? Duration.ZERO : left).plusSeconds(1));
  }
}
