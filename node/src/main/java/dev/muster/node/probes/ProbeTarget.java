package dev.muster.node.probes;

import dev.muster.model.field.At;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerPort;
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
  String host(At named) {
    return named.text().isEmpty() ? host() : named.text();
  }

  /** A port by its number or by its name in the container's spec; 0 if there is none. */
  int port(At port) {
    if (port.node().isNumber()) {
      return (int) port.number();
    }
    for (ContainerPort named : container.spec().ports()) {
      if (named.name().text().equals(port.text())) {
        return (int) named.containerPort().number();
      }
    }
    try {
      return Integer.parseInt(port.text());
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
