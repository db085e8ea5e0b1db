package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.SameValues;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.EndpointSubset;
import dev.muster.views.CoreV1.Endpoints;
import dev.muster.views.CoreV1.MutableEndpoints;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.ViewList;
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
    return labelsOf(Endpoints.of(endpoints)).get(MANAGED_BY).text().equals(MANAGER);
  }

  private static At labelsOf(Endpoints endpoints) {
    return endpoints.metadata().labels();
  }

  /** Whether there is nothing to write. */
  boolean isIn(ObjectNode current) {
    ViewList<EndpointSubset> there = Endpoints.of(current).subsets();
    return SameValues.in(subsets, there.at().present() ? there.at().node() : current.arrayNode())
        && labels().equals(labelsOf(Endpoints.of(current)).node())
        && truncated == !Meta.annotation(current, OVER_CAPACITY).isEmpty();
  }

  private ObjectNode labels() {
    ObjectNode labels = service.objectNode();
    Service.of(service)
        .metadata()
        .labels()
        .node()
        .forEachEntry((name, value) -> labels.set(name, value));
    labels.remove(ServiceSlice.HEADLESS);
    if (ServicePods.headless(Service.of(service))) {
      labels.put(ServiceSlice.HEADLESS, "");
    }
    return labels.put(MANAGED_BY, MANAGER);
  }

  /** What to write over what is there. */
  ObjectNode over(@Nullable ObjectNode current, Optional<Instant> trigger) {
    MutableEndpoints next =
        MutableEndpoints.of(current == null ? service.objectNode() : current.deepCopy());
    next.apiVersion("v1").kind("Endpoints");
    MutableObjectMeta metadata = next.metadata().ensure();
    metadata.name(Meta.name(service)).namespace(Meta.namespace(service));
    metadata.labels().set(labels());
    ObjectNode annotations = metadata.annotations().map();
    annotations.remove(OVER_CAPACITY);
    if (truncated) {
      annotations.put(OVER_CAPACITY, "truncated");
    }
    next.subsets().remove();
    if (!subsets.isEmpty()) {
      next.subsets().set(subsets);
    }
    return TriggerTimes.dated(next.tree(), trigger);
  }
}
