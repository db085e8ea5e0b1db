package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import java.util.List;

/** A pod as an EndpointSlice has it. */
final class PodEndpoint {
  private PodEndpoint() {}

  /**
   * @param zone of the pod's node, or empty
   */
  static ObjectNode of(ObjectNode service, ObservedPod pod, List<String> addresses, String zone) {
    ObjectNode endpoint = JsonNodeFactory.instance.objectNode();
    ArrayNode list = endpoint.putArray("addresses");
    addresses.forEach(list::add);
    endpoint
        .putObject("conditions")
        .put("ready", ServicePods.publishesUnready(service) || pod.ready() && !pod.deleted())
        .put("serving", pod.ready())
        .put("terminating", pod.deleted());
    if (ServicePods.named(service, pod)) {
      endpoint.put("hostname", pod.spec().hostname().text());
    }
    endpoint.set("targetRef", reference(pod));
    if (pod.scheduled()) {
      endpoint.put("nodeName", pod.spec().nodeName().text());
    }
    if (!zone.isEmpty()) {
      endpoint.put("zone", zone);
    }
    return endpoint;
  }

  static ObjectNode reference(ObservedPod pod) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("kind", "Pod")
        .put("namespace", pod.namespace())
        .put("name", pod.name())
        .put("uid", pod.uid());
  }

  /** What makes an endpoint the same one, though its conditions may change. */
  static List<Object> identity(JsonNode endpoint) {
    JsonNode pod = endpoint.path("targetRef");
    return List.of(
        endpoint.path("addresses").valueStream().map(JsonNode::asText).sorted().toList(),
        endpoint.path("hostname").asText(""),
        pod.path("namespace").asText(""),
        pod.path("name").asText(""));
  }

  static ArrayNode ports(List<EndpointPort> ports) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (EndpointPort port : ports) {
      ObjectNode each = out.addObject();
      each.put("name", port.name()).put("protocol", port.protocol()).put("port", port.number());
      port.appProtocol().ifPresent(name -> each.put("appProtocol", name));
    }
    return out;
  }
}
