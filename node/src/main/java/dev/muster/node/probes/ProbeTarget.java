package dev.muster.node.probes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.views.ContainerSpec;
import java.time.Duration;

/**
 * What a probe is sent to.
 *
 * @param id of the container, for commands
 * @param ports where the pod's are
 */
public record ProbeTarget(ContainerSpec container, String id, PodPorts ports, Duration timeout) {
  /** So long that it fits into milliseconds of an int, as sockets count them. */
  private static final Duration LONGEST = Duration.ofDays(7);

  public ProbeTarget {
    timeout = timeout.compareTo(LONGEST) < 0 ? timeout : LONGEST;
  }

  /** The pod's address, as it is told of. */
  String host() {
    return ports.host();
  }

  /** The host that an action names, or else the pod's. */
  String host(JsonNode action) {
    String named = action.path("host").asText();
    return named.isEmpty() ? host() : named;
  }

  /** A port by its number or by its name in the container's spec; 0 if there is none. */
  int port(JsonNode port) {
    if (port.isNumber()) {
      return port.asInt();
    }
    for (JsonNode named : container.tree().path("ports")) {
      if (named.path("name").asText().equals(port.asText())) {
        return named.path("containerPort").asInt();
      }
    }
    try {
      return Integer.parseInt(port.asText());
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
