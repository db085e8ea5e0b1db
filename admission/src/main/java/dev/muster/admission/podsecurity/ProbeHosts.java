package dev.muster.admission.podsecurity;

import dev.muster.model.field.At;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Check that the node is not made to call others than the pod. */
final class ProbeHosts {
  private ProbeHosts() {}

  static Optional<Violation> check(CheckedPod pod) {
    TreeSet<String> bad = new TreeSet<>();
    TreeSet<String> hosts = new TreeSet<>();
    for (At container : pod.containers()) {
      TreeSet<String> own = new TreeSet<>();
      for (String probe : new String[] {"livenessProbe", "readinessProbe", "startupProbe"}) {
        hosts(container.get(probe), own);
      }
      hosts(container.get("lifecycle", "postStart"), own);
      hosts(container.get("lifecycle", "preStop"), own);
      if (!own.isEmpty()) {
        bad.add(container.text("name"));
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

  private static void hosts(At handler, Set<String> into) {
    for (String way : new String[] {"httpGet", "tcpSocket"}) {
      String host = handler.get(way).text("host");
      if (!host.isEmpty()) {
        into.add(host);
      }
    }
  }
}
