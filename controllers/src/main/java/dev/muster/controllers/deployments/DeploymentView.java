package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.IntOrPercent;
import dev.muster.controllers.objects.Meta;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What a deployment asks for. */
record DeploymentView(ObjectNode object) {
  private static final String ROLLBACK_TO = "deprecated.deployment.rollback.to";

  JsonNode spec() {
    return object.path("spec");
  }

  int replicas() {
    return spec().path("replicas").asInt();
  }

  JsonNode template() {
    return spec().path("template");
  }

  boolean rolling() {
    return spec().path("strategy").path("type").asText().equals("RollingUpdate");
  }

  boolean paused() {
    return spec().path("paused").asBoolean();
  }

  int minReadySeconds() {
    return spec().path("minReadySeconds").asInt();
  }

  /** How many pods may be there beyond those wanted. */
  int maxSurge() {
    return rolling() ? surge() : 0;
  }

  private int surge() {
    return IntOrPercent.of(rolling("maxSurge"), replicas(), true);
  }

  private JsonNode rolling(String field) {
    return spec().path("strategy").path("rollingUpdate").path(field);
  }

  /** How many pods may be missing; one, if nothing else would let anything move. */
  int maxUnavailable() {
    if (!rolling() || replicas() == 0) {
      return 0;
    }
    int unavailable = IntOrPercent.of(rolling("maxUnavailable"), replicas(), false);
    return Math.min(surge() == 0 && unavailable == 0 ? 1 : unavailable, replicas());
  }

  /** In seconds, if there is one. */
  OptionalInt progressDeadline() {
    return limit("progressDeadlineSeconds");
  }

  OptionalInt historyLimit() {
    return limit("revisionHistoryLimit");
  }

  private OptionalInt limit(String field) {
    JsonNode value = spec().path(field);
    return value.isNumber() && value.asInt() != Integer.MAX_VALUE
        ? OptionalInt.of(value.asInt())
        : OptionalInt.empty();
  }

  /** The revision that an old client asks to go back to; 0 for the last one. */
  OptionalLong rollbackTo() {
    return Revisions.number(Meta.annotation(object, ROLLBACK_TO));
  }

  void clearRollbackTo() {
    if (object.path("metadata").path("annotations") instanceof ObjectNode annotations) {
      annotations.remove(ROLLBACK_TO);
    }
  }

  OptionalInt collisions() {
    JsonNode count = object.path("status").path("collisionCount");
    return count.isNumber() ? OptionalInt.of(count.asInt()) : OptionalInt.empty();
  }

  ObjectNode status() {
    return object.withObject("/status");
  }

  /** Whether a status says that all is as it should be. */
  boolean isComplete(JsonNode status) {
    return status.path("updatedReplicas").asInt() == replicas()
        && status.path("replicas").asInt() == replicas()
        && status.path("availableReplicas").asInt() == replicas()
        && status.path("observedGeneration").asLong() >= Meta.generation(object);
  }
}
