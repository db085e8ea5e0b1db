package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.IntOrPercent;
import dev.muster.controllers.objects.Meta;
import dev.muster.model.field.At;
import dev.muster.views.AppsV1;
import dev.muster.views.AppsV1.Deployment;
import dev.muster.views.AppsV1.DeploymentSpec;
import dev.muster.views.AppsV1.MutableDeployment;
import dev.muster.views.AppsV1.MutableDeploymentStatus;
import dev.muster.views.AppsV1.RollingUpdateDeployment;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** What a deployment asks for. */
record DeploymentView(ObjectNode object) {
  private static final String ROLLBACK_TO = "deprecated.deployment.rollback.to";

  DeploymentSpec spec() {
    return Deployment.of(object).spec();
  }

  int replicas() {
    return (int) spec().replicas().number();
  }

  PodTemplateSpec template() {
    return spec().template();
  }

  boolean rolling() {
    return spec().strategy().type().text().equals("RollingUpdate");
  }

  boolean paused() {
    return spec().paused().truth();
  }

  int minReadySeconds() {
    return (int) spec().minReadySeconds().number();
  }

  /** How many pods may be there beyond those wanted. */
  int maxSurge() {
    return rolling() ? surge() : 0;
  }

  private int surge() {
    return IntOrPercent.of(rollingUpdate().maxSurge().node(), replicas(), true);
  }

  private RollingUpdateDeployment rollingUpdate() {
    return spec().strategy().rollingUpdate();
  }

  /** How many pods may be missing; one, if nothing else would let anything move. */
  int maxUnavailable() {
    if (!rolling() || replicas() == 0) {
      return 0;
    }
    int unavailable = IntOrPercent.of(rollingUpdate().maxUnavailable().node(), replicas(), false);
    return Math.min(surge() == 0 && unavailable == 0 ? 1 : unavailable, replicas());
  }

  /** In seconds, if there is one. */
  OptionalInt progressDeadline() {
    return limit(spec().progressDeadlineSeconds());
  }

  OptionalInt historyLimit() {
    return limit(spec().revisionHistoryLimit());
  }

  private static OptionalInt limit(At value) {
    return value.present() && value.number() != Integer.MAX_VALUE
        ? OptionalInt.of((int) value.number())
        : OptionalInt.empty();
  }

  /** The revision that an old client asks to go back to; 0 for the last one. */
  OptionalLong rollbackTo() {
    return Revisions.number(Meta.annotation(object, ROLLBACK_TO));
  }

  void clearRollbackTo() {
    if (Deployment.of(object).metadata().annotations().node() instanceof ObjectNode annotations) {
      annotations.remove(ROLLBACK_TO);
    }
  }

  OptionalInt collisions() {
    At count = Deployment.of(object).status().collisionCount();
    return count.present() ? OptionalInt.of((int) count.number()) : OptionalInt.empty();
  }

  MutableDeploymentStatus status() {
    return MutableDeployment.of(object).status().ensure();
  }

  /** Whether a status says that all is as it should be. */
  boolean isComplete(AppsV1.DeploymentStatus status) {
    return status.updatedReplicas().number() == replicas()
        && status.replicas().number() == replicas()
        && status.availableReplicas().number() == replicas()
        && status.observedGeneration().number() >= Meta.generation(object);
  }
}
