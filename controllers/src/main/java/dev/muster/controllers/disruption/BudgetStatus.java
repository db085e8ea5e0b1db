package dev.muster.controllers.disruption;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.kinds.pods.DisruptionAllowed;
import dev.muster.model.field.At;
import dev.muster.views.PolicyV1.MutablePodDisruptionBudgetStatus;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a budget's status should be.
 *
 * @param status the whole of it
 * @param recheck when to look again because of a pod that should be gone by then
 * @param notDeleted pods that should be gone and are not
 */
record BudgetStatus(ObjectNode status, Optional<Duration> recheck, List<ObservedPod> notDeleted) {
  /** For how long a pod whose eviction was granted counts as gone. */
  private static final Duration DELETION = Duration.ofMinutes(2);

  static BudgetStatus of(
      ObjectNode budget, List<ObservedPod> pods, ExpectedPods expected, Instant now) {
    At granted = PodDisruptionBudget.of(budget).status().disruptedPods();
    ObjectNode disrupted = budget.objectNode();
    List<ObservedPod> notDeleted = new ArrayList<>();
    Optional<Instant> recheck = Optional.empty();
    long healthy = 0;
    for (ObservedPod pod : pods) {
      Optional<Instant> gone =
          ObservedPod.time(granted.get(pod.name())).map(at -> at.plus(DELETION));
      if (pod.deleted()) {
        continue;
      }
      if (gone.isPresent() && !gone.get().isBefore(now)) {
        disrupted.set(pod.name(), granted.get(pod.name()).node());
        recheck = recheck.filter(at -> at.isBefore(gone.get())).or(() -> gone);
        continue;
      }
      if (gone.isPresent()) {
        notDeleted.add(pod);
      }
      healthy += pod.ready() ? 1 : 0;
    }
    long allowed = expected.expected() <= 0 ? 0 : Math.max(0, healthy - expected.desiredHealthy());
    MutablePodDisruptionBudgetStatus status = MutablePodDisruptionBudgetStatus.create();
    At generation = PodDisruptionBudget.of(budget).metadata().generation();
    status.observedGeneration().set(generation.node());
    if (!disrupted.isEmpty()) {
      status.disruptedPods().set(disrupted);
    }
    status.disruptionsAllowed(allowed);
    status.currentHealthy(healthy);
    status.desiredHealthy(expected.desiredHealthy());
    status.expectedPods(expected.expected());
    if (PodDisruptionBudget.of(budget).status().conditions().at().present()) {
      status
          .conditions()
          .set(PodDisruptionBudget.of(budget).status().conditions().at().node().deepCopy());
    }
    DisruptionAllowed.set(status.tree(), now);
    return new BudgetStatus(
        status.tree(), recheck.map(at -> Duration.between(now, at)), List.copyOf(notDeleted));
  }

  /** What to write when the number of pods cannot be told: nothing may be evicted. */
  static ObjectNode failed(ObjectNode budget, String why, Instant now) {
    ObjectNode status =
        PodDisruptionBudget.of(budget).status().tree() instanceof ObjectNode there
            ? there.deepCopy()
            : budget.objectNode();
    MutablePodDisruptionBudgetStatus.of(status).disruptionsAllowed(0);
    DisruptionAllowed.set(status, false, "SyncFailed", why, now);
    return status;
  }
}
