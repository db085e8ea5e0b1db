package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.Pod;
import dev.muster.model.quantity.Quantity;

/**
 * What a pod takes from its node while its resources change: the most of what it asks for, was
 * granted and has. What the node can never give is not counted.
 */
final class EffectiveRequests {
  private EffectiveRequests() {}

  /** The pod's spec with these as its requests. */
  static JsonNode spec(Pod pod) {
    if (pod.status().path("containerStatuses").isMissingNode()) {
      return pod.spec();
    }
    ObjectNode spec = pod.spec().deepCopy();
    boolean infeasible = infeasible(pod);
    for (JsonNode container : spec.path("containers")) {
      raise((ObjectNode) container, pod.status().path("containerStatuses"), infeasible);
    }
    for (JsonNode container : spec.path("initContainers")) {
      if (container.path("restartPolicy").asText().equals("Always")) {
        raise((ObjectNode) container, pod.status().path("initContainerStatuses"), infeasible);
      }
    }
    return spec;
  }

  private static boolean infeasible(Pod pod) {
    for (JsonNode condition : pod.status().path("conditions")) {
      if (condition.path("type").asText().equals("PodResizePending")) {
        return condition.path("reason").asText().equals("Infeasible");
      }
    }
    return false;
  }

  private static void raise(ObjectNode container, JsonNode statuses, boolean infeasible) {
    for (JsonNode status : statuses) {
      if (status.path("name").equals(container.path("name")) && status.has("resources")) {
        ObjectNode resources = container.withObject("/resources");
        ObjectNode most = resources.objectNode();
        if (!infeasible) {
          most.setAll(resources.withObject("/requests"));
        }
        max(most, status.path("resources").path("requests"));
        max(most, status.path("allocatedResources"));
        resources.set("requests", most);
      }
    }
  }

  private static void max(ObjectNode most, JsonNode others) {
    others
        .properties()
        .forEach(
            other -> {
              JsonNode own = most.path(other.getKey());
              if (own.isMissingNode()
                  || Quantity.parse(own.asText())
                          .compareTo(Quantity.parse(other.getValue().asText()))
                      < 0) {
                most.set(other.getKey(), other.getValue());
              }
            });
  }
}
