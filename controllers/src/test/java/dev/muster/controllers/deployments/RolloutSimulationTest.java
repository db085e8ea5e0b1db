package dev.muster.controllers.deployments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.ReplicaSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole rollouts, plan by plan, with pods that become available in any order and the size changed
 * on the way: there are never too many pods nor too few, and it comes to an end.
 */
class RolloutSimulationTest {
  private final List<ObjectNode> replicaSets = new ArrayList<>();
  private ObjectNode deployment = JsonNodeFactory.instance.objectNode();
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void staysWithinItsBounds(int seed) {
    Random random = new Random(seed);
    int surge = random.nextInt(4);
    int unavailable = random.nextInt(surge == 0 ? 1 : 0, 4);
    deployment = deployment(1 + random.nextInt(12), surge, unavailable);
    settle(random, false);
    for (int change = 0; change < 4; change++) {
      deployment
          .withObject("/spec")
          .withObject("/template")
          .withObject("/spec")
          .put("hostname", "v" + change);
      generation();
      settle(random, true);
    }
    deployment.withObject("/spec").put("replicas", random.nextInt(15));
    generation();
    settle(random, false);
    assertThat(Rollout.sum(replicaSets)).isEqualTo(deployment.at("/spec/replicas").asInt());
    assertThat(Progress.condition(deployment.path("status")).path("reason").asText())
        .isEqualTo("NewReplicaSetAvailable");
  }

  private void generation() {
    deployment.withObject("/metadata").put("generation", (int) Meta.generation(deployment) + 1);
  }

  /** Plans and lets pods come and go until there is nothing left to do. */
  private void settle(Random random, boolean bounded) {
    for (int round = 0; round < 2_000; round++) {
      now = now.plusSeconds(1);
      boolean pods = movePods(random);
      DeploymentPlan plan = DeploymentPlanner.plan(deployment, replicaSets, List.of(), now);
      plan.steps().forEach(this::take);
      if (bounded) {
        check();
      }
      if (plan.steps().isEmpty() && !pods) {
        return;
      }
    }
    throw new AssertionError("no end: " + deployment + replicaSets);
  }

  private void check() {
    DeploymentView view = new DeploymentView(deployment);
    assertThat(Rollout.sum(replicaSets)).isLessThanOrEqualTo(view.replicas() + view.maxSurge());
    assertThat(replicaSets.stream().mapToInt(RolloutSimulationTest::kept).sum())
        .isGreaterThanOrEqualTo(view.replicas() - view.maxUnavailable());
  }

  /** Of those that are available, the ones that nobody has told to go. */
  private static int kept(ObjectNode one) {
    return Math.min(Rollout.available(ReplicaSet.of(one)), Rollout.replicas(one));
  }

  /** What the ReplicaSet controller and the nodes do meanwhile; whether they did anything. */
  private boolean movePods(Random random) {
    boolean moved = false;
    for (ObjectNode one : replicaSets) {
      ObjectNode status = one.withObject("/status");
      int wanted = Rollout.replicas(one);
      int available = Math.min(wanted, Rollout.available(ReplicaSet.of(one)));
      if (available < wanted && random.nextBoolean()) {
        available++;
      }
      moved |= status.path("replicas").asInt() != wanted || available < wanted;
      status.put("replicas", wanted).put("readyReplicas", available);
      status.put("availableReplicas", available).put("terminatingReplicas", 0);
      status.put("observedGeneration", 1);
    }
    return moved;
  }

  private void take(DeploymentStep step) {
    switch (step) {
      case DeploymentStep.CreateReplicaSet create -> {
        ObjectNode made = create.replicaSet().deepCopy();
        made.withObject("/metadata").put("uid", Meta.name(made)).put("generation", 1);
        made.withObject("/metadata").put("creationTimestamp", now.toString());
        replicaSets.add(made);
      }
      case DeploymentStep.UpdateReplicaSet update ->
          replicaSets.replaceAll(
              one ->
                  Meta.name(one).equals(Meta.name(update.replicaSet()))
                      ? update.replicaSet().deepCopy()
                      : one);
      case DeploymentStep.DeleteReplicaSet delete ->
          replicaSets.removeIf(one -> Meta.name(one).equals(Meta.name(delete.replicaSet())));
      case DeploymentStep.WriteStatus write -> deployment = write.deployment().deepCopy();
      case DeploymentStep.Update update -> deployment = update.deployment().deepCopy();
      case DeploymentStep.Tell tell -> {}
    }
  }

  private static ObjectNode deployment(int replicas, int surge, int unavailable) {
    ObjectNode made = JsonNodeFactory.instance.objectNode();
    made.put("apiVersion", "apps/v1").put("kind", "Deployment");
    made.putObject("metadata").put("name", "web").put("uid", "d").put("generation", 1);
    ObjectNode spec = made.putObject("spec").put("replicas", replicas);
    spec.put("progressDeadlineSeconds", 600).put("revisionHistoryLimit", 2);
    spec.putObject("selector").putObject("matchLabels").put("app", "x");
    ObjectNode strategy = spec.putObject("strategy").put("type", "RollingUpdate");
    strategy.putObject("rollingUpdate").put("maxSurge", surge).put("maxUnavailable", unavailable);
    spec.putObject("template").putObject("metadata").putObject("labels").put("app", "x");
    return made;
  }
}
