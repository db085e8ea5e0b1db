package dev.muster.admission.podsecurity;

import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.WindowsSecurityContextOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** Checks of what pods share with their host. */
final class HostAccess {
  private HostAccess() {}

  static Optional<Violation> namespaces(CheckedPod pod) {
    List<String> shared = new ArrayList<>();
    PodSpec spec = pod.spec();
    if (spec.hostNetwork().truth()) {
      shared.add("hostNetwork=true");
    }
    if (spec.hostPID().truth()) {
      shared.add("hostPID=true");
    }
    if (spec.hostIPC().truth()) {
      shared.add("hostIPC=true");
    }
    return shared.isEmpty()
        ? Optional.empty()
        : Optional.of(new Violation("host namespaces", String.join(", ", shared)));
  }

  static Optional<Violation> ports(CheckedPod pod) {
    List<String> bad = new ArrayList<>();
    TreeSet<String> ports = new TreeSet<>();
    for (Container container : pod.containers()) {
      List<String> own =
          container.ports().stream()
              .map(p -> p.hostPort().number())
              .filter(p -> p != 0)
              .map(String::valueOf)
              .toList();
      if (!own.isEmpty()) {
        bad.add(container.name().text());
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
    boolean ofPod = onHost(pod.context().windowsOptions());
    List<String> bad = pod.containersWith(c -> onHost(c.windowsOptions()));
    return !ofPod && bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "hostProcess",
                Words.setters(ofPod, bad)
                    + " must not set securityContext.windowsOptions.hostProcess=true"));
  }

  private static boolean onHost(WindowsSecurityContextOptions options) {
    return options.hostProcess().truth();
  }
}
