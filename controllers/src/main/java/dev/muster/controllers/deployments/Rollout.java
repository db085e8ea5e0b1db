package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.model.field.At;
import dev.muster.views.AppsV1.MutableReplicaSet;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.AppsV1.ReplicaSetStatus;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A deployment and its ReplicaSets, as copies that a plan may change, and the steps so far. Used by
 * one thread, for one plan.
 */
final class Rollout {
  private static final String HASH = "pod-template-hash";

  private final DeploymentView deployment;
  private final List<ObjectNode> all = new ArrayList<>();
  private final Instant now;
  private final List<DeploymentStep> steps = new ArrayList<>();
  private final Optional<ObjectNode> current;

  Rollout(ObjectNode deployment, Collection<ObjectNode> replicaSets, Instant now) {
    this.deployment = new DeploymentView(deployment.deepCopy());
    replicaSets.stream().sorted(Meta.BY_AGE).forEach(one -> all.add(one.deepCopy()));
    this.now = now;
    PodTemplateSpec template = withoutHash(this.deployment.template());
    this.current =
        all.stream()
            .filter(
                one ->
                    withoutHash(ReplicaSet.of(one).spec().template())
                        .tree()
                        .equals(template.tree()))
            .findFirst();
  }

  DeploymentView deployment() {
    return deployment;
  }

  Instant now() {
    return now;
  }

  List<DeploymentStep> steps() {
    return steps;
  }

  void step(DeploymentStep step) {
    steps.add(step);
  }

  /** Older ones first. */
  List<ObjectNode> all() {
    return all;
  }

  /** The one of the current template: the oldest, if there are several. */
  Optional<ObjectNode> current() {
    return current;
  }

  /** All others. */
  List<ObjectNode> old() {
    String name = current.map(Meta::name).orElse("");
    return all.stream().filter(one -> !Meta.name(one).equals(name)).toList();
  }

  static PodTemplateSpec withoutHash(PodTemplateSpec template) {
    if (!template.metadata().labels().has(HASH)) {
      return template;
    }
    PodTemplateSpec copy = PodTemplateSpec.of(template.tree().deepCopy());
    if (copy.metadata().labels().node() instanceof ObjectNode labels) {
      labels.remove(HASH);
    }
    return copy;
  }

  static int replicas(JsonNode replicaSet) {
    return (int) ReplicaSet.of(replicaSet).spec().replicas().number();
  }

  static int available(ReplicaSet replicaSet) {
    return (int) replicaSet.status().availableReplicas().number();
  }

  static int sum(Collection<ObjectNode> replicaSets) {
    return replicaSets.stream().mapToInt(Rollout::replicas).sum();
  }

  static int sum(Collection<ObjectNode> replicaSets, Function<ReplicaSetStatus, At> count) {
    return replicaSets.stream()
        .mapToInt(one -> (int) count.apply(ReplicaSet.of(one).status()).number())
        .sum();
  }

  static List<ObjectNode> active(Collection<ObjectNode> replicaSets) {
    return replicaSets.stream().filter(one -> replicas(one) > 0).toList();
  }

  /**
   * Gives a ReplicaSet another size, if it is another.
   *
   * @return whether it is
   */
  boolean resize(ObjectNode replicaSet, int size) {
    return replicas(replicaSet) != size && scale(replicaSet, size);
  }

  /** The same, and what is remembered of the deployment's size in any case. */
  boolean scale(ObjectNode replicaSet, int size) {
    int before = replicas(replicaSet);
    boolean annotated = Revisions.size(MutableReplicaSet.of(replicaSet), deployment);
    if (before == size && !annotated) {
      return false;
    }
    MutableReplicaSet.of(replicaSet).spec().ensure().replicas(size);
    String told =
        before == size
            ? ""
            : "Scaled %s replica set %s from %d to %d"
                .formatted(before < size ? "up" : "down", Meta.name(replicaSet), before, size);
    step(new DeploymentStep.UpdateReplicaSet(replicaSet.deepCopy(), told));
    return before != size;
  }
}
