package dev.muster.controllers.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.objects.IntOrPercent;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.scale.ScaleSubresource.NoScaleException;
import dev.muster.model.field.At;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.MetaV1.OwnerReference;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * How many pods there should be, and how many of them must be healthy.
 *
 * @param unmanaged whether there are pods that belong to nobody who says how many there should be
 */
record ExpectedPods(long expected, long desiredHealthy, boolean unmanaged) {

  /** What a controller of pods is meant to have. */
  record Scale(String uid, long replicas) {}

  /** Finds the scale of a pod's controller. */
  @FunctionalInterface
  interface Scales {
    Optional<Scale> of(JsonNode controllerReference, String namespace);
  }

  /**
   * @throws NoScaleException with the words of the condition SyncFailed
   */
  static ExpectedPods of(PodDisruptionBudget budget, List<ObservedPod> pods, Scales scales) {
    At most = budget.spec().maxUnavailable();
    At least = budget.spec().minAvailable();
    if (most.absent() && !least.node().isTextual()) {
      return new ExpectedPods(least.absent() ? 0 : pods.size(), least.numberOr(0), false);
    }
    Map<String, Long> byController = new TreeMap<>();
    boolean unmanaged = false;
    for (ObservedPod pod : pods) {
      Optional<JsonNode> owner = controller(pod.metadata().tree());
      unmanaged |= owner.isEmpty();
      if (owner.isPresent()
          && !byController.containsKey(OwnerReference.of(owner.get()).uid().text())) {
        Scale scale =
            scales
                .of(owner.get(), pod.namespace())
                .orElseThrow(
                    () ->
                        new NoScaleException(
                            "found no controllers for pod \"" + pod.name() + "\""));
        byController.put(scale.uid(), scale.replicas());
      }
    }
    long expected = byController.values().stream().mapToLong(Long::longValue).sum();
    long desired =
        most.absent()
            ? IntOrPercent.of(least.node(), (int) expected, true)
            : Math.max(0, expected - IntOrPercent.of(most.node(), (int) expected, true));
    return new ExpectedPods(expected, desired, unmanaged);
  }

  static Optional<JsonNode> controller(JsonNode metadata) {
    return ObjectMeta.of(metadata).ownerReferences().stream()
        .filter(each -> each.controller().truth())
        .map(OwnerReference::tree)
        .findFirst();
  }
}
