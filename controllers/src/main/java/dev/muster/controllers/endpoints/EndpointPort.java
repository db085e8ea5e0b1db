package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServicePort;
import dev.muster.views.DiscoveryV1;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A port of a Service, as a pod has it. */
record EndpointPort(String name, String protocol, int number, Optional<String> appProtocol) {

  /** Those that the pod has; a name that none of its containers knows is left out. */
  static List<EndpointPort> of(Service service, ObservedPod pod) {
    List<EndpointPort> ports = new ArrayList<>();
    for (ServicePort port : service.spec().ports()) {
      String protocol = port.protocol().textOr("TCP");
      OptionalInt number = number(port.targetPort(), protocol, pod);
      if (number.isPresent()) {
        ports.add(
            new EndpointPort(
                port.name().text(),
                protocol,
                number.getAsInt(),
                Optional.ofNullable(port.appProtocol().node().textValue())));
      }
    }
    return ports;
  }

  /** Those that a slice has. */
  static List<EndpointPort> read(JsonNode ports) {
    return ports
        .valueStream()
        .map(
            each ->
                new EndpointPort(
                    DiscoveryV1.EndpointPort.of(each).name().text(),
                    DiscoveryV1.EndpointPort.of(each).protocol().textOr("TCP"),
                    (int) DiscoveryV1.EndpointPort.of(each).port().number(),
                    Optional.ofNullable(
                        DiscoveryV1.EndpointPort.of(each).appProtocol().node().textValue())))
        .sorted(PortHash.OF_SLICES)
        .toList();
  }

  private static OptionalInt number(At target, String protocol, ObservedPod pod) {
    if (!target.node().isTextual()) {
      return OptionalInt.of((int) target.number());
    }
    return Stream.concat(
            pod.spec().containers().stream(),
            pod.spec().initContainers().stream()
                .filter(each -> each.restartPolicy().text().equals("Always")))
        .flatMap(container -> container.ports().stream())
        .filter(port -> port.name().text().equals(target.node().textValue()))
        .filter(port -> port.protocol().textOr("TCP").equals(protocol))
        .mapToInt(port -> (int) port.containerPort().number())
        .findFirst();
  }
}
