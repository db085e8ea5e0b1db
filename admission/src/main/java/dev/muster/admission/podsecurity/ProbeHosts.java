package dev.muster.admission.podsecurity;

import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.HTTPGetAction;
import dev.muster.views.CoreV1.LifecycleHandler;
import dev.muster.views.CoreV1.Probe;
import dev.muster.views.CoreV1.TCPSocketAction;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Check that the node is not made to call others than the pod. */
final class ProbeHosts {
  private ProbeHosts() {}

  static Optional<Violation> check(CheckedPod pod) {
    TreeSet<String> bad = new TreeSet<>();
    TreeSet<String> hosts = new TreeSet<>();
    for (Container container : pod.containers()) {
      TreeSet<String> own = new TreeSet<>();
      hosts(container.livenessProbe(), own);
      hosts(container.readinessProbe(), own);
      hosts(container.startupProbe(), own);
      hosts(container.lifecycle().postStart(), own);
      hosts(container.lifecycle().preStop(), own);
      if (!own.isEmpty()) {
        bad.add(container.name().text());
        hosts.addAll(own);
      }
    }
    return bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "probe or lifecycle host",
                Words.containers(bad)
                    + Words.plural(bad.size(), " uses ", " use ")
                    + Words.plural(
                        hosts.size(), "probe or lifecycle host ", "probe or lifecycle hosts ")
                    + Words.quoted(hosts)));
  }

  private static void hosts(Probe probe, Set<String> into) {
    hosts(probe.httpGet(), probe.tcpSocket(), into);
  }

  private static void hosts(LifecycleHandler handler, Set<String> into) {
    hosts(handler.httpGet(), handler.tcpSocket(), into);
  }

  private static void hosts(HTTPGetAction get, TCPSocketAction socket, Set<String> into) {
    for (String host : List.of(get.host().text(), socket.host().text())) {
      if (!host.isEmpty()) {
        into.add(host);
      }
    }
  }
}
