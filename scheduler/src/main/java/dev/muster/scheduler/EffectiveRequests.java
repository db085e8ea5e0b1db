package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableResourceRequirements;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import dev.muster.views.CoreV1.PodSpec;
import java.util.List;

/**
 * What a pod takes from its node while its resources change: the most of what it asks for, was
 * granted and has. What the node can never give is not counted.
 */
final class EffectiveRequests {
  private EffectiveRequests() {}

  /** The pod's spec with these as its requests. */
  static PodSpec spec(Pod pod) {
    if (pod.status().containerStatuses().at().absent()) {
      return pod.spec();
    }
    MutablePodSpec spec = MutablePodSpec.copyOf(pod.spec());
    boolean infeasible = infeasible(pod);
    for (MutableContainer container : spec.containers().each()) {
      raise(container, pod.status().containerStatuses(), infeasible);
    }
    for (MutableContainer container : spec.initContainers().each()) {
      if (container.restartPolicy().text().equals("Always")) {
        raise(container, pod.status().initContainerStatuses(), infeasible);
      }
    }
    return spec.reading();
  }

  private static boolean infeasible(Pod pod) {
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.type().text().equals("PodResizePending")) {
        return condition.reason().text().equals("Infeasible");
      }
    }
    return false;
  }

  private static void raise(
      MutableContainer container, List<ContainerStatus> statuses, boolean infeasible) {
    for (ContainerStatus status : statuses) {
      if (status.name().text().equals(container.name().text()) && status.resources().present()) {
        MutableResourceRequirements resources = container.resources().ensure();
        ObjectNode most = JsonNodeFactory.instance.objectNode();
        if (!infeasible) {
          most.setAll(resources.requests().map());
        }
        max(most, status.resources().requests());
        max(most, status.allocatedResources());
        resources.requests(most);
      }
    }
  }

  private static void max(ObjectNode most, At others) {
    others
        .node()
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
