package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.kinds.pods.PodAggregates;
import dev.muster.model.podspec.Pod;
import dev.muster.model.quantity.Quantity;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A pod with what it takes from its node, worked out once. */
record PlacedPod(Pod pod, Map<String, Quantity> requests, List<HostPorts> ports) {
  /** As its spec has it. */
  static PlacedPod of(Pod pod) {
    return of(pod, pod.spec());
  }

  /** As it may be while its resources change. */
  static PlacedPod effective(Pod pod) {
    return of(pod, EffectiveRequests.spec(pod));
  }

  private static PlacedPod of(Pod pod, JsonNode spec) {
    Map<String, Quantity> requests = new TreeMap<>(PodAggregates.requests(spec));
    for (Map.Entry<String, JsonNode> extra : pod.spec().path("overhead").properties()) {
      requests.merge(extra.getKey(), Quantity.parse(extra.getValue().asText()), Quantity::plus);
    }
    return new PlacedPod(pod, requests, HostPorts.of(pod));
  }
}
