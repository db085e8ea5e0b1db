package dev.muster.controllers.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.IntOrPercent;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.scale.ScaleSubresource.NoScaleException;
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
  static ExpectedPods of(ObjectNode budget, List<ObservedPod> pods, Scales scales) {
    JsonNode most = budget.path("spec").path("maxUnavailable");
    JsonNode least = budget.path("spec").path("minAvailable");
    if (most.isMissingNode() && !least.isTextual()) {
      return new ExpectedPods(least.isMissingNode() ? 0 : pods.size(), least.asLong(0), false);
    }
    Map<String, Long> byController = new TreeMap<>();
    boolean unmanaged = false;
    for (ObservedPod pod : pods) {
      Optional<JsonNode> owner = controller(pod.metadata().tree());
      unmanaged |= owner.isEmpty();
      if (owner.isPresent() && !byController.containsKey(owner.get().path("uid").asText())) {
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
        most.isMissingNode()
            ? IntOrPercent.of(least, (int) expected, true)
            : Math.max(0, expected - IntOrPercent.of(most, (int) expected, true));
    return new ExpectedPods(expected, desired, unmanaged);
  }

  static Optional<JsonNode> controller(JsonNode metadata) {
    return metadata
        .path("ownerReferences")
        .valueStream()
        .filter(each -> each.path("controller").asBoolean(false))
        .findFirst();
  }
}
