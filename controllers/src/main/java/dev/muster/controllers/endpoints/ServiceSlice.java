package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.SameValues;
import java.util.List;

/** An EndpointSlice that belongs to a Service. */
final class ServiceSlice {
  static final String SERVICE = "kubernetes.io/service-name";
  static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
  static final String MANAGER = "endpointslice-controller.k8s.io";
  static final String HEADLESS = "service.kubernetes.io/headless";

  private ServiceSlice() {}

  static boolean owned(ObjectNode slice, ObjectNode service) {
    return slice
        .path("metadata")
        .path("ownerReferences")
        .valueStream()
        .anyMatch(
            owner ->
                owner.path("uid").equals(service.path("metadata").path("uid"))
                    && owner.path("kind").asText().equals("Service")
                    && owner.path("apiVersion").asText().equals("v1"));
  }

  /** The Service's labels, and those that say whose it is. */
  static ObjectNode labels(ObjectNode service) {
    ObjectNode labels = service.objectNode();
    service.path("metadata").path("labels").forEachEntry((name, value) -> labels.set(name, value));
    labels.remove(List.of(SERVICE, MANAGED_BY, HEADLESS));
    if (ServicePods.headless(service)) {
      labels.put(HEADLESS, "");
    }
    return labels
        .put(SERVICE, service.path("metadata").path("name").asText())
        .put(MANAGED_BY, MANAGER);
  }

  static ObjectNode empty(ObjectNode service, String family, List<EndpointPort> ports) {
    ObjectNode slice = service.objectNode();
    slice.put("apiVersion", "discovery.k8s.io/v1").put("kind", "EndpointSlice");
    ObjectNode metadata = slice.putObject("metadata");
    JsonNode of = service.path("metadata");
    String prefix = of.path("name").asText() + "-";
    metadata.put("generateName", prefix);
    metadata.set("namespace", of.path("namespace"));
    metadata.set("labels", labels(service));
    ObjectNode owner = metadata.putArray("ownerReferences").addObject();
    owner.put("apiVersion", "v1").put("kind", "Service");
    owner.set("name", of.path("name"));
    owner.set("uid", of.path("uid"));
    owner.put("controller", true).put("blockOwnerDeletion", true);
    slice.put("addressType", family);
    slice.putArray("endpoints");
    slice.set("ports", PodEndpoint.ports(ports));
    return slice;
  }

  static ObjectNode with(ObjectNode slice, ObjectNode labels, ArrayNode endpoints) {
    ObjectNode out = slice.deepCopy();
    out.withObjectProperty("metadata").set("labels", labels.deepCopy());
    out.set("endpoints", endpoints);
    return out;
  }

  static boolean isPlaceholder(ObjectNode slice, ObjectNode empty) {
    return slice.path("endpoints").isEmpty()
        && slice.path("ports").isEmpty()
        && slice.path("addressType").equals(empty.path("addressType"))
        && slice.path("metadata").path("labels").equals(empty.path("metadata").path("labels"));
  }

  static boolean sameBeyondHints(ArrayNode one, JsonNode other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (!(other.get(i) instanceof ObjectNode theirs)
          || !SameValues.in(one.get(i), theirs.deepCopy().without("hints"))) {
        return false;
      }
    }
    return true;
  }
}
