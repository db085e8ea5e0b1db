package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.kinds.pods.security.VisitedContainers;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.ContainerPort;
import dev.muster.views.CoreV1.PodSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ports of a pod's containers that repeat or contradict each other. */
final class PortWarnings {
  /** Each port is compared with its like; of very many, the first. */
  private static final int MOST_COMPARED = 100_000;

  private PortWarnings() {}

  static List<String> of(PodSpec spec) {
    List<String> found = new ArrayList<>();
    Map<String, List<ContainerPort>> byPort = new HashMap<>();
    int compared = 0;
    for (Container container : VisitedContainers.of(spec)) {
      for (ContainerPort port : container.ports()) {
        if (!port.hostIP().text().isEmpty() && hostPort(port) == 0) {
          found.add(port.at().path() + ": hostIP set without hostPort: " + described(port));
        }
        String key = port.containerPort().number() + "/" + port.protocol().text();
        List<ContainerPort> others = byPort.computeIfAbsent(key, k -> new ArrayList<>());
        for (int i = 0; i < others.size() && compared < MOST_COMPARED; i++, compared++) {
          compare(port, others.get(i), found);
        }
        others.add(port);
      }
    }
    names(spec, found);
    return found;
  }

  /** A name that two containers give to a port means the first one's. */
  private static void names(PodSpec spec, List<String> found) {
    Map<String, ContainerPort> byName = new HashMap<>();
    for (Container container : VisitedContainers.of(spec)) {
      for (ContainerPort port : container.ports()) {
        ContainerPort first =
            port.name().empty() ? null : byName.putIfAbsent(port.name().text(), port);
        if (first != null) {
          found.add(
              port.at().path()
                  + ": duplicate port name "
                  + GoText.quote(port.name().text())
                  + " with "
                  + first.at().path()
                  + ", services and probes that select ports by name will use "
                  + first.at().path());
        }
      }
    }
  }

  private static void compare(ContainerPort port, ContainerPort other, List<String> found) {
    boolean sameAddress = port.hostIP().text().equals(other.hostIP().text());
    boolean samePort = hostPort(port) == hostPort(other);
    boolean oneOpen = port.hostIP().text().isEmpty() != other.hostIP().text().isEmpty();
    String how =
        sameAddress && samePort
            ? "duplicate"
            : hostPort(port) == 0 || hostPort(other) == 0
                ? "overlapping"
                : samePort && oneOpen ? "dangerously ambiguous" : "";
    if (!how.isEmpty()) {
      found.add(port.at().path() + ": " + how + " port definition with " + other.at().path());
    }
  }

  private static long hostPort(ContainerPort port) {
    return port.hostPort().number();
  }

  /** The port as the real server prints its own struct. */
  private static String described(ContainerPort port) {
    return "{Name:"
        + port.name().text()
        + " HostPort:"
        + hostPort(port)
        + " ContainerPort:"
        + port.containerPort().number()
        + " Protocol:"
        + port.protocol().text()
        + " HostIP:"
        + port.hostIP().text()
        + "}";
  }
}
