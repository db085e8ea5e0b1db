package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.observed.ObservedPod;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/** A port of a Service, as a pod has it. */
record EndpointPort(String name, String protocol, int number, Optional<String> appProtocol) {

  /** Those that the pod has; a name that none of its containers knows is left out. */
  static List<EndpointPort> of(JsonNode service, ObservedPod pod) {
    List<EndpointPort> ports = new ArrayList<>();
    for (JsonNode port : service.path("spec").path("ports")) {
      String protocol = port.path("protocol").asText("TCP");
      OptionalInt number = number(port.path("targetPort"), protocol, pod);
      if (number.isPresent()) {
        ports.add(
            new EndpointPort(
                port.path("name").asText(""),
                protocol,
                number.getAsInt(),
                Optional.ofNullable(port.path("appProtocol").textValue())));
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
                    each.path("name").asText(""),
                    each.path("protocol").asText("TCP"),
                    each.path("port").asInt(),
                    Optional.ofNullable(each.path("appProtocol").textValue())))
        .sorted(PortHash.OF_SLICES)
        .toList();
  }

  private static OptionalInt number(JsonNode target, String protocol, ObservedPod pod) {
    if (!target.isTextual()) {
      return OptionalInt.of(target.asInt());
    }
    return Stream.concat(
            pod.spec().containers().stream(),
            pod.spec().initContainers().stream()
                .filter(each -> each.restartPolicy().text().equals("Always")))
        .flatMap(container -> container.ports().stream())
        .filter(port -> port.name().text().equals(target.textValue()))
        .filter(port -> port.protocol().textOr("TCP").equals(protocol))
        .mapToInt(port -> (int) port.containerPort().number())
        .findFirst();
  }
}
