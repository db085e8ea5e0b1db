package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.views.CoreV1.MutableObjectReference;
import dev.muster.views.CoreV1.ObjectReference;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.DiscoveryV1.Endpoint;
import dev.muster.views.DiscoveryV1.MutableEndpoint;
import dev.muster.views.DiscoveryV1.MutableEndpointPort;
import java.util.List;

/** A pod as an EndpointSlice has it. */
final class PodEndpoint {
  private PodEndpoint() {}

  /**
   * @param zone of the pod's node, or empty
   */
  static MutableEndpoint of(
      ObjectNode service, ObservedPod pod, List<String> addresses, String zone) {
    MutableEndpoint endpoint = MutableEndpoint.create();
    ArrayNode list = endpoint.addresses().list();
    addresses.forEach(list::add);
    endpoint
        .conditions()
        .replace()
        .ready(ServicePods.publishesUnready(Service.of(service)) || pod.ready() && !pod.deleted())
        .serving(pod.ready())
        .terminating(pod.deleted());
    if (ServicePods.named(service, pod)) {
      endpoint.hostname(pod.spec().hostname().text());
    }
    endpoint.targetRef(reference(pod));
    if (pod.scheduled()) {
      endpoint.nodeName(pod.spec().nodeName().text());
    }
    if (!zone.isEmpty()) {
      endpoint.zone(zone);
    }
    return endpoint;
  }

  static MutableObjectReference reference(ObservedPod pod) {
    return MutableObjectReference.create()
        .kind("Pod")
        .namespace(pod.namespace())
        .name(pod.name())
        .uid(pod.uid());
  }

  /** What makes an endpoint the same one, though its conditions may change. */
  static List<Object> identity(Endpoint endpoint) {
    ObjectReference pod = endpoint.targetRef();
    return List.of(
        endpoint.addresses().node().valueStream().map(JsonNode::asText).sorted().toList(),
        endpoint.hostname().text(),
        pod.namespace().text(),
        pod.name().text());
  }

  static ArrayNode ports(List<EndpointPort> ports) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (EndpointPort port : ports) {
      MutableEndpointPort each = MutableEndpointPort.of(out.addObject());
      each.name(port.name()).protocol(port.protocol()).port(port.number());
      port.appProtocol().ifPresent(name -> each.appProtocol(name).tree());
    }
    return out;
  }
}
