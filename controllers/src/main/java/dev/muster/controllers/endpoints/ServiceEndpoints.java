package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.SameValues;
import dev.muster.controllers.observed.ObservedPod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Endpoints that a Service should have.
 *
 * @param truncated whether there are more than are told
 */
record ServiceEndpoints(ObjectNode service, ArrayNode subsets, boolean truncated) {
  private static final String MANAGED_BY = "endpoints.kubernetes.io/managed-by";
  private static final String MANAGER = "endpoint-controller";
  private static final String OVER_CAPACITY = "endpoints.kubernetes.io/over-capacity";

  static ServiceEndpoints of(ObjectNode service, List<ObservedPod> pods) {
    ArrayNode subsets = Subsets.of(service, pods);
    boolean truncated = Subsets.truncate(subsets);
    return new ServiceEndpoints(service, subsets, truncated);
  }

  static boolean isOurs(ObjectNode endpoints) {
    return labelsOf(endpoints).path(MANAGED_BY).asText().equals(MANAGER);
  }

  private static JsonNode labelsOf(ObjectNode endpoints) {
    return endpoints.path("metadata").path("labels");
  }

  /** Whether there is nothing to write. */
  boolean isIn(ObjectNode current) {
    JsonNode there = current.path("subsets");
    return SameValues.in(subsets, there.isArray() ? there : current.arrayNode())
        && labels().equals(labelsOf(current))
        && truncated == !Meta.annotation(current, OVER_CAPACITY).isEmpty();
  }

  private ObjectNode labels() {
    ObjectNode labels = service.objectNode();
    service.path("metadata").path("labels").forEachEntry((name, value) -> labels.set(name, value));
    labels.remove(ServiceSlice.HEADLESS);
    if (ServicePods.headless(service)) {
      labels.put(ServiceSlice.HEADLESS, "");
    }
    return labels.put(MANAGED_BY, MANAGER);
  }

  /** What to write over what is there. */
  ObjectNode over(@Nullable ObjectNode current, Optional<Instant> trigger) {
    ObjectNode next = current == null ? service.objectNode() : current.deepCopy();
    next.put("apiVersion", "v1").put("kind", "Endpoints");
    ObjectNode metadata = next.withObjectProperty("metadata");
    metadata.put("name", Meta.name(service)).put("namespace", Meta.namespace(service));
    metadata.set("labels", labels());
    ObjectNode annotations = metadata.withObjectProperty("annotations");
    annotations.remove(OVER_CAPACITY);
    if (truncated) {
      annotations.put(OVER_CAPACITY, "truncated");
    }
    next.remove("subsets");
    if (!subsets.isEmpty()) {
      next.set("subsets", subsets);
    }
    return TriggerTimes.dated(next, trigger);
  }
}
