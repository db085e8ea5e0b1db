package dev.muster.admission.podsecurity;

import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Checks of what pods share with their host. */
final class HostAccess {
  private HostAccess() {}

  static Optional<Violation> namespaces(CheckedPod pod) {
    List<String> shared = new ArrayList<>();
    for (String namespace : List.of("hostNetwork", "hostPID", "hostIPC")) {
      if (pod.spec().get(namespace).truth()) {
        shared.add(namespace + "=true");
      }
    }
    return shared.isEmpty()
        ? Optional.empty()
        : Optional.of(new Violation("host namespaces", String.join(", ", shared)));
  }

  static Optional<Violation> ports(CheckedPod pod) {
    List<String> bad = new ArrayList<>();
    TreeSet<String> ports = new TreeSet<>();
    for (At container : pod.containers()) {
      List<String> own =
          container.get("ports").each().stream()
              .map(p -> p.get("hostPort").number())
              .filter(p -> p != 0)
              .map(String::valueOf)
              .toList();
      if (!own.isEmpty()) {
        bad.add(container.text("name"));
        ports.addAll(own);
      }
    }
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "hostPort",
                Words.containers(bad)
                    + Words.plural(bad.size(), " uses ", " use ")
                    + Words.plural(ports.size(), "hostPort ", "hostPorts ")
                    + String.join(", ", ports)));
  }

  static Optional<Violation> hostProcess(CheckedPod pod) {
    boolean ofPod = onHost(pod.context());
    List<String> bad = pod.containersWith(HostAccess::onHost);
    return !ofPod && bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "hostProcess",
                Words.setters(ofPod, bad)
                    + " must not set securityContext.windowsOptions.hostProcess=true"));
  }

  private static boolean onHost(At context) {
    return context.get("windowsOptions", "hostProcess").truth();
  }
}
