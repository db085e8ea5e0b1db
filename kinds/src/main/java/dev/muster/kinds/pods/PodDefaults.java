package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutableContainerPort;
import dev.muster.views.CoreV1.MutableContainerStatus;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodIP;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.MutableResourceRequirements;
import java.util.List;
import java.util.Map;

/** What a pod as such gets when left open, beyond what any pod spec gets. */
final class PodDefaults {
  private PodDefaults() {}

  static void apply(MutablePod pod) {
    MutablePodSpec spec = pod.spec().ensure();
    for (MutableContainer container : MutableContainers.regularAndInit(spec)) {
      container.resources().ifPresent(PodDefaults::requestsFromLimits);
    }
    spec.resources().ifPresent(resources -> podResources(spec, resources));
    spec.enableServiceLinks().defaultTo(true);
    if (spec.hostNetwork().truth()) {
      MutableContainers.regularAndInit(spec).forEach(PodDefaults::hostPorts);
    }
    PodSpecDefaults.apply(spec);
    if (spec.terminationGracePeriodSeconds().number() < 0) {
      spec.terminationGracePeriodSeconds(1);
    }
    InitContainerAnnotations.drop(pod.metadata());
    pod.status().ifPresent(PodDefaults::status);
  }

  private static void requestsFromLimits(MutableResourceRequirements resources) {
    if (resources.limits().node() instanceof ObjectNode limits) {
      ObjectNode requests = resources.requests().map();
      for (Map.Entry<String, JsonNode> limit : limits.properties()) {
        if (!requests.has(limit.getKey())) {
          requests.set(limit.getKey(), limit.getValue());
        }
      }
    }
  }

  private static void podResources(MutablePodSpec spec, MutableResourceRequirements resources) {
    Map<String, Quantity> limits = ResourceLists.read(resources.limits().node());
    Map<String, Quantity> requests = ResourceLists.read(resources.requests().node());
    if (limits.isEmpty() && requests.isEmpty()) {
      return;
    }
    PodAggregates.limits(spec.tree())
        .forEach(
            (name, limit) -> {
              if (ResourceNames.isHugePages(name) && !requests.containsKey(name)) {
                limits.putIfAbsent(name, limit);
              }
            });
    ResourceLists.write(resources.limits(), limits);
    if (limits.isEmpty()) {
      return;
    }
    PodAggregates.requests(spec.tree())
        .forEach(
            (name, request) -> {
              if (ResourceNames.isPodLevel(name) && ResourceNames.overcommits(name)) {
                requests.putIfAbsent(name, request);
              }
            });
    limits.forEach(
        (name, limit) -> {
          if (ResourceNames.isPodLevel(name)) {
            requests.putIfAbsent(name, limit);
          }
        });
    ResourceLists.write(resources.requests(), requests);
  }

  private static void hostPorts(MutableContainer container) {
    for (MutableContainerPort port : container.ports().each()) {
      if (port.hostPort().number() == 0 && port.containerPort().number() != 0) {
        port.hostPort(port.containerPort().number());
      }
    }
  }

  private static void status(MutablePodStatus status) {
    addresses(status);
    for (MutableContainerStatus container : MutableContainers.statuses(status)) {
      ResourceLists.round(container.allocatedResources());
      container.resources().ifPresent(ResourceLists::roundRequirements);
    }
  }

  /** podIP and the first of podIPs are one value; where they differ, podIP counts. */
  private static void addresses(MutablePodStatus status) {
    String one = status.podIP().text();
    List<MutablePodIP> many = status.podIPs().each();
    if (one.isEmpty() && !many.isEmpty()) {
      String first = many.getFirst().ip().text();
      if (!first.isEmpty()) {
        status.podIP(first);
      }
    } else if (!one.isEmpty() && (many.isEmpty() || !one.equals(many.getFirst().ip().text()))) {
      status.podIPs().replace();
      status.podIPs().add().ip(one);
    }
  }
}
