package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.views.AppsV1;
import dev.muster.views.AppsV1.Deployment;
import dev.muster.views.AppsV1.DeploymentSpec;
import dev.muster.views.AppsV1.DeploymentStatus;
import dev.muster.views.AppsV1.MutableDeployment;
import dev.muster.views.AppsV1.MutableDeploymentSpec;
import dev.muster.views.AppsV1.MutableDeploymentStrategy;
import dev.muster.views.AppsV1.MutableRollingUpdateDeployment;
import dev.muster.views.AppsV1.RollingUpdateDeployment;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Deployments. */
public final class DeploymentStrategy extends Workload {
  public DeploymentStrategy() {
    super("apps/v1.Deployment");
  }

  @Override
  void defaults(ObjectNode tree) {
    MutableDeploymentSpec spec = MutableDeploymentSpec.of(tree);
    spec.replicas().defaultTo(1);
    MutableDeploymentStrategy strategy = spec.strategy().ensure();
    strategy.type().defaultTo("RollingUpdate");
    if (strategy.type().text().equals("RollingUpdate")) {
      MutableRollingUpdateDeployment rolling = strategy.rollingUpdate().ensure();
      if (rolling.maxUnavailable().absent()) {
        rolling.maxUnavailable("25%");
      }
      if (rolling.maxSurge().absent()) {
        rolling.maxSurge("25%");
      }
    }
    spec.revisionHistoryLimit().defaultTo(10);
    spec.progressDeadlineSeconds().defaultTo(600);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    super.prepareForUpdate(object, old);
    boolean annotated =
        !Objects.equals(
            Deployment.of(object).metadata().annotations().node(),
            Deployment.of(old).metadata().annotations().node());
    boolean respecified =
        !Objects.equals(Deployment.of(object).spec().tree(), Deployment.of(old).spec().tree());
    Generations.set(object, old, annotated || respecified);
  }

  @Override
  public void prepareForSubresourceUpdate(String subresource, ObjectNode object, ObjectNode old) {
    StatusOnly.keepAllButStatus(object, old);
    At labels = Deployment.of(old).metadata().labels();
    MutableObjectMeta metadata = MutableDeployment.of(object).metadata().ensure();
    if (labels.absent()) {
      metadata.labels().remove();
    } else {
      metadata.labels().set(labels.node().deepCopy());
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    DeploymentSpec spec = Deployment.of(object).spec();
    Numbers.validateNotNegative(spec.replicas(), errors);
    selector(spec.selector(), "deployment", errors);
    replicaTemplate(spec.selector(), spec.template(), errors);
    rollout(spec.strategy(), errors);
    Numbers.validateNotNegative(errors, spec.minReadySeconds(), spec.revisionHistoryLimit());
    At deadline = spec.progressDeadlineSeconds();
    if (deadline.present()) {
      Numbers.validateNotNegative(deadline, errors);
      if (deadline.number() <= spec.minReadySeconds().number()) {
        errors.invalid(deadline, "must be greater than minReadySeconds");
      }
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return withHostnameWarning(object, old);
  }

  private static void rollout(AppsV1.DeploymentStrategy strategy, Errors errors) {
    RollingUpdateDeployment rolling = strategy.rollingUpdate();
    switch (strategy.type().text()) {
      case "Recreate" -> {
        if (rolling.present()) {
          errors.forbidden(
              rolling.at().path(), "may not be specified when strategy `type` is 'Recreate'");
        }
      }
      case "RollingUpdate" -> {
        At unavailable = rolling.maxUnavailable();
        At surge = rolling.maxSurge();
        Share.validate(unavailable, errors);
        Share.validate(surge, errors);
        if (Share.value(unavailable) == 0 && Share.value(surge) == 0) {
          errors.invalid(unavailable, "may not be 0 when `maxSurge` is 0");
        }
        Share.validateNotMoreThanAll(unavailable, errors);
      }
      default ->
          errors.unsupported(
              strategy.at().path(),
              UnknownRollout.shown(strategy),
              List.of("Recreate", "RollingUpdate"));
    }
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    DeploymentStatus status = Deployment.of(object).status();
    Numbers.validateNotNegative(
        errors,
        status.observedGeneration(),
        status.replicas(),
        status.updatedReplicas(),
        status.readyReplicas(),
        status.availableReplicas(),
        status.unavailableReplicas(),
        status.terminatingReplicas(),
        status.collisionCount());
    ReplicaCounts.validate(
        status.replicas(),
        errors,
        status.updatedReplicas(),
        status.readyReplicas(),
        status.availableReplicas());
    ReplicaCounts.validateAvailable(
        status.availableReplicas(), status.readyReplicas(), "readyReplicas", errors);
    ReplicaCounts.validateCollisions(
        status.collisionCount(), Deployment.of(old).status().collisionCount(), errors);
  }
}
