package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Ports of a pod's containers that repeat or contradict each other. */
final class PortWarnings {
  /** Each port is compared with its like; of very many, the first. */
  private static final int MOST_COMPARED = 100_000;

  private PortWarnings() {}

  static List<String> of(At spec) {
    List<String> found = new ArrayList<>();
    Map<String, List<At>> byPort = new HashMap<>();
    int compared = 0;
    for (At container : ContainerLists.visited(spec)) {
      for (At port : container.get("ports").each()) {
        if (!port.text("hostIP").isEmpty() && hostPort(port) == 0) {
          found.add(port.path() + ": hostIP set without hostPort: " + described(port));
        }
        String key = port.get("containerPort").number() + "/" + port.text("protocol");
        List<At> others = byPort.computeIfAbsent(key, k -> new ArrayList<>());
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
  private static void names(At spec, List<String> found) {
    Map<String, At> byName = new HashMap<>();
    for (At container : ContainerLists.visited(spec)) {
      for (At port : container.get("ports").each()) {
        At first = port.get("name").empty() ? null : byName.putIfAbsent(port.text("name"), port);
        if (first != null) {
          found.add(
              port.path()
                  + ": duplicate port name "
                  + GoText.quote(port.text("name"))
                  + " with "
                  + first.path()
                  + ", services and probes that select ports by name will use "
                  + first.path());
        }
      }
    }
  }

  private static void compare(At port, At other, List<String> found) {
    boolean sameAddress = port.text("hostIP").equals(other.text("hostIP"));
    boolean samePort = hostPort(port) == hostPort(other);
    boolean oneOpen = port.text("hostIP").isEmpty() != other.text("hostIP").isEmpty();
    String how =
        sameAddress && samePort
            ? "duplicate"
            : hostPort(port) == 0 || hostPort(other) == 0
                ? "overlapping"
                : samePort && oneOpen ? "dangerously ambiguous" : "";
    if (!how.isEmpty()) {
      found.add(port.path() + ": " + how + " port definition with " + other.path());
    }
  }

  private static long hostPort(At port) {
    return port.get("hostPort").number();
  }

  /** The port as the real server prints its own struct. */
  private static String described(At port) {
    return "{Name:"
        + port.text("name")
        + " HostPort:"
        + hostPort(port)
        + " ContainerPort:"
        + port.get("containerPort").number()
        + " Protocol:"
        + port.text("protocol")
        + " HostIP:"
        + port.text("hostIP")
        + "}";
  }
}
