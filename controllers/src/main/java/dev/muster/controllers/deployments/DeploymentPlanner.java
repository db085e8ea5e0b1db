package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.SameValues;
import dev.muster.controllers.pods.PodStates;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.views.AppsV1;
import dev.muster.views.AppsV1.Deployment;
import dev.muster.views.AppsV1.DeploymentCondition;
import dev.muster.views.AppsV1.MutableDeployment;
import dev.muster.views.AppsV1.MutableDeploymentStatus;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.AppsV1.ReplicaSetStatus;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * From a deployment, its ReplicaSets and their pods to what has to be done next. Pure: the same
 * input gives the same plan. A plan may stop short where what follows depends on an answer; the
 * answer is the next plan's input.
 */
final class DeploymentPlanner {
  private DeploymentPlanner() {}

  /**
   * @param pods of all the ReplicaSets
   */
  static DeploymentPlan plan(
      ObjectNode deployment,
      Collection<ObjectNode> replicaSets,
      Collection<ObjectNode> pods,
      Instant now) {
    Rollout rollout = new Rollout(deployment, replicaSets, now);
    Requeue next = plan(rollout, Deployment.of(deployment).status(), pods);
    return new DeploymentPlan(rollout.steps(), next);
  }

  private static Requeue plan(
      Rollout rollout, AppsV1.DeploymentStatus before, Collection<ObjectNode> pods) {
    DeploymentView deployment = rollout.deployment();
    boolean leaving = Meta.isBeingDeleted(deployment.object());
    if (!leaving && pausedOrResumed(rollout)) {
      return Requeue.NEVER;
    }
    if (NewReplicaSet.syncRevision(rollout)) {
      return Requeue.NEVER;
    }
    OptionalLong rollbackTo = deployment.rollbackTo();
    if (leaving) {
      return write(rollout, before, DeploymentStatus.of(rollout));
    }
    if (deployment.paused()) {
      ProportionalScaling.scale(rollout);
      if (rollbackTo.isEmpty()) {
        cleanUp(rollout);
      }
      return write(rollout, before, DeploymentStatus.of(rollout));
    }
    if (rollbackTo.isPresent()) {
      DeploymentRollback.plan(rollout, rollbackTo.getAsLong());
      return Requeue.NEVER;
    }
    if (ProportionalScaling.isDue(rollout)) {
      ProportionalScaling.scale(rollout);
      return write(rollout, before, DeploymentStatus.of(rollout));
    }
    return deployment.rolling() ? roll(rollout, before) : recreate(rollout, before, pods);
  }

  /** Says so in the status, once. */
  private static boolean pausedOrResumed(Rollout rollout) {
    DeploymentView deployment = rollout.deployment();
    JsonNode status = deployment.status().tree();
    boolean known =
        DeploymentCondition.of(Progress.condition(status))
            .reason()
            .text()
            .equals("DeploymentPaused");
    if (deployment.progressDeadline().isEmpty()
        || Progress.timedOut(status)
        || deployment.paused() == known) {
      return false;
    }
    if (deployment.paused()) {
      Progress.set(rollout, "Unknown", "DeploymentPaused", "Deployment is paused");
    } else {
      Progress.set(rollout, "Unknown", "DeploymentResumed", "Deployment is resumed");
    }
    rollout.step(new DeploymentStep.WriteStatus(deployment.object()));
    return true;
  }

  private static Requeue roll(Rollout rollout, AppsV1.DeploymentStatus before) {
    ObjectNode current = rollout.current().orElse(null);
    if (current == null) {
      NewReplicaSet.create(rollout);
      return Requeue.NEVER;
    }
    if (!RollingUpdate.growNew(rollout, current) && !RollingUpdate.shrinkOld(rollout, current)) {
      cleanUpIfComplete(rollout, before);
    }
    return write(rollout, before, DeploymentStatus.ofRollout(rollout));
  }

  private static Requeue recreate(
      Rollout rollout, AppsV1.DeploymentStatus before, Collection<ObjectNode> pods) {
    List<ObjectNode> old = rollout.old();
    List<ObjectNode> active = Rollout.active(old);
    active.forEach(one -> rollout.resize(one, 0));
    ObjectNode current = rollout.current().orElse(null);
    boolean stillThere =
        !active.isEmpty()
            || Rollout.sum(old, ReplicaSetStatus::replicas) > 0
            || pods.stream()
                .filter(pod -> current == null || !ofReplicaSet(pod, current))
                .anyMatch(pod -> !PodStates.isFinished(pod));
    if (!stillThere && current == null) {
      NewReplicaSet.create(rollout);
      return Requeue.NEVER;
    }
    if (!stillThere && current != null) {
      boolean unused = rollout.resize(current, rollout.deployment().replicas());
      cleanUpIfComplete(rollout, before);
    }
    return write(rollout, before, DeploymentStatus.ofRollout(rollout));
  }

  private static boolean ofReplicaSet(JsonNode pod, JsonNode replicaSet) {
    return ControllerOwners.controls(replicaSet, pod);
  }

  private static void cleanUpIfComplete(Rollout rollout, AppsV1.DeploymentStatus before) {
    if (rollout.deployment().isComplete(before)) {
      cleanUp(rollout);
    }
  }

  /** Old ReplicaSets beyond the limit go, those of low revisions first, once they are empty. */
  private static void cleanUp(Rollout rollout) {
    OptionalInt limit = rollout.deployment().historyLimit();
    if (limit.isEmpty()) {
      return;
    }
    List<ObjectNode> old =
        rollout.old().stream()
            .filter(one -> !Meta.isBeingDeleted(one))
            .sorted(Comparator.comparing(Revisions::of).thenComparing(Meta.BY_AGE))
            .toList();
    for (ObjectNode one : old.subList(0, Math.max(0, old.size() - limit.getAsInt()))) {
      ReplicaSetStatus status = ReplicaSet.of(one).status();
      if (Rollout.replicas(one) == 0
          && status.replicas().number() == 0
          && status.observedGeneration().number() >= Meta.generation(one)) {
        rollout.step(new DeploymentStep.DeleteReplicaSet(one));
      }
    }
  }

  private static Requeue write(
      Rollout rollout, AppsV1.DeploymentStatus before, MutableDeploymentStatus status) {
    if (SameValues.in(status.tree(), before.tree())) {
      return Progress.next(rollout);
    }
    MutableDeployment.of(rollout.deployment().object()).status(status);
    rollout.step(new DeploymentStep.WriteStatus(rollout.deployment().object()));
    return Requeue.NEVER;
  }
}
