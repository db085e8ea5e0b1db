package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.StatusOnly;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Deployments. */
public final class DeploymentStrategy extends Workload {
  public DeploymentStrategy() {
    super("apps/v1.Deployment");
  }

  @Override
  void defaults(ObjectNode spec) {
    setIfAbsent(spec, "replicas", 1);
    ObjectNode strategy = spec.withObject("strategy");
    setIfAbsent(strategy, "type", "RollingUpdate");
    if (strategy.path("type").asText().equals("RollingUpdate")) {
      ObjectNode rolling = strategy.withObject("rollingUpdate");
      for (String bound : List.of("maxUnavailable", "maxSurge")) {
        if (!rolling.hasNonNull(bound)) {
          rolling.put(bound, "25%");
        }
      }
    }
    setIfAbsent(spec, "revisionHistoryLimit", 10);
    setIfAbsent(spec, "progressDeadlineSeconds", 600);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    super.prepareForUpdate(object, old);
    boolean annotated =
        !Objects.equals(
            object.path("metadata").get("annotations"), old.path("metadata").get("annotations"));
    boolean respecified = !Objects.equals(object.get("spec"), old.get("spec"));
    Generations.set(object, old, annotated || respecified);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    StatusOnly.keepAllButStatus(object, old);
    JsonNode labels = old.path("metadata").get("labels");
    ObjectNode metadata = object.withObject("metadata");
    if (labels == null) {
      metadata.remove("labels");
    } else {
      metadata.set("labels", labels.deepCopy());
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    Numbers.validateNotNegative(spec.get("replicas"), errors);
    selector(spec.get("selector"), "deployment", errors);
    replicaTemplate(spec.get("selector"), spec.get("template"), errors);
    rollout(spec.get("strategy"), errors);
    Numbers.validateNotNegative(spec, errors, "minReadySeconds", "revisionHistoryLimit");
    At deadline = spec.get("progressDeadlineSeconds");
    if (deadline.present()) {
      Numbers.validateNotNegative(deadline, errors);
      if (deadline.number() <= spec.get("minReadySeconds").number()) {
        errors.invalid(deadline, "must be greater than minReadySeconds");
      }
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return withHostnameWarning(object, old);
  }

  private static void rollout(At strategy, Errors errors) {
    At rolling = strategy.get("rollingUpdate");
    switch (strategy.text("type")) {
      case "Recreate" -> {
        if (rolling.present()) {
          errors.forbidden(
              rolling.path(), "may not be specified when strategy `type` is 'Recreate'");
        }
      }
      case "RollingUpdate" -> {
        At unavailable = rolling.get("maxUnavailable");
        At surge = rolling.get("maxSurge");
        Share.validate(unavailable, errors);
        Share.validate(surge, errors);
        if (Share.value(unavailable) == 0 && Share.value(surge) == 0) {
          errors.invalid(unavailable, "may not be 0 when `maxSurge` is 0");
        }
        Share.validateNotMoreThanAll(unavailable, errors);
      }
      default ->
          errors.unsupported(
              strategy.path(),
              UnknownRollout.shown(strategy),
              List.of("Recreate", "RollingUpdate"));
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At status = At.root(object).get("status");
    Numbers.validateNotNegative(
        status,
        errors,
        "observedGeneration",
        "replicas",
        "updatedReplicas",
        "readyReplicas",
        "availableReplicas",
        "unavailableReplicas",
        "terminatingReplicas",
        "collisionCount");
    ReplicaCounts.validate(status, errors, "updatedReplicas", "readyReplicas", "availableReplicas");
    ReplicaCounts.validateAvailable(status, "readyReplicas", errors);
    ReplicaCounts.validateCollisions(status, At.root(old).get("status"), errors);
  }
}
