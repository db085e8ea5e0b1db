package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.quantity.Quantity;
import java.util.List;
import java.util.Map;

/** What a pod as such gets when left open, beyond what any pod spec gets. */
final class PodDefaults {
  private static final List<String> STATUS_LISTS =
      List.of("initContainerStatuses", "containerStatuses", "ephemeralContainerStatuses");

  private PodDefaults() {}

  static void apply(ObjectNode pod) {
    ObjectNode spec = Children.ensure(pod, "spec");
    for (ObjectNode container : Children.containersAndInit(spec)) {
      Children.struct(container, "resources").ifPresent(PodDefaults::requestsFromLimits);
    }
    Children.struct(spec, "resources").ifPresent(r -> podResources(spec, r));
    if (!spec.has("enableServiceLinks")) {
      spec.put("enableServiceLinks", true);
    }
    if (spec.path("hostNetwork").asBoolean()) {
      Children.containersAndInit(spec).forEach(PodDefaults::hostPorts);
    }
    PodSpecDefaults.apply(spec);
    if (Children.number(spec, "terminationGracePeriodSeconds") < 0) {
      spec.put("terminationGracePeriodSeconds", 1L);
    }
    InitContainerAnnotations.drop(pod);
    Children.struct(pod, "status").ifPresent(PodDefaults::status);
  }

  private static void requestsFromLimits(ObjectNode resources) {
    Children.struct(resources, "limits")
        .ifPresent(
            limits -> {
              ObjectNode requests = Children.ensure(resources, "requests");
              limits
                  .properties()
                  .forEach(
                      e -> {
                        if (!requests.has(e.getKey())) {
                          requests.set(e.getKey(), e.getValue());
                        }
                      });
            });
  }

  private static void podResources(ObjectNode spec, ObjectNode resources) {
    Map<String, Quantity> limits = ResourceLists.read(resources.get("limits"));
    Map<String, Quantity> requests = ResourceLists.read(resources.get("requests"));
    if (limits.isEmpty() && requests.isEmpty()) {
      return;
    }
    PodAggregates.limits(spec)
        .forEach(
            (name, limit) -> {
              if (ResourceNames.isHugePages(name) && !requests.containsKey(name)) {
                limits.putIfAbsent(name, limit);
              }
            });
    ResourceLists.write(resources, "limits", limits);
    if (limits.isEmpty()) {
      return;
    }
    PodAggregates.requests(spec)
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
    ResourceLists.write(resources, "requests", requests);
  }

  private static void hostPorts(ObjectNode container) {
    for (ObjectNode port : Children.each(container, "ports")) {
      if (Children.number(port, "hostPort") == 0 && Children.number(port, "containerPort") != 0) {
        port.put("hostPort", Children.number(port, "containerPort"));
      }
    }
  }

  private static void status(ObjectNode status) {
    addresses(status);
    for (String list : STATUS_LISTS) {
      for (ObjectNode container : Children.each(status, list)) {
        ResourceLists.round(container, "allocatedResources");
        Children.struct(container, "resources").ifPresent(ResourceLists::roundRequirements);
      }
    }
  }

  /** podIP and the first of podIPs are one value; where they differ, podIP counts. */
  private static void addresses(ObjectNode status) {
    String one = Children.text(status, "podIP");
    List<ObjectNode> many = Children.each(status, "podIPs");
    if (one.isEmpty() && !many.isEmpty()) {
      String first = Children.text(many.getFirst(), "ip");
      if (!first.isEmpty()) {
        status.put("podIP", first);
      }
    } else if (!one.isEmpty()
        && (many.isEmpty() || !one.equals(Children.text(many.getFirst(), "ip")))) {
      ArrayNode list = status.putArray("podIPs");
      list.addObject().put("ip", one);
    }
  }
}
