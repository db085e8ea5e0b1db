package dev.muster.cli.cluster;

import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.node.machine.MachineIdentity;
import dev.muster.views.CoordinationV1.Lease;
import dev.muster.views.CoreV1;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeParseException;

/** Sees to it that two machines do not take each other for themselves. */
final class NodeNames {
  /** A node that lives renews its Lease four times in this time. */
  private static final Duration ALIVE = Duration.ofSeconds(40);

  private static final String NODES = "/api/v1/nodes/";
  private static final String LEASES =
      "/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases/";

  private NodeNames() {}

  /**
   * @param own as the node that is about to start
   * @throws IOException if a node of that name lives at another address
   */
  static void requireFree(ApiClient own, MachineIdentity identity, InstantSource clock)
      throws IOException {
    try {
      CoreV1.Node node = CoreV1.Node.of(own.get(NODES + identity.name()));
      Lease lease = Lease.of(own.get(LEASES + identity.name()));
      boolean here =
          node.status().addresses().stream()
              .anyMatch(each -> each.address().text().equals(identity.address()));
      if (!here && lives(lease, clock.instant())) {
        throw new IOException(
            "another machine is the node \""
                + identity.name()
                + "\" already: name this one with --hostname-override");
      }
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }

  private static boolean lives(Lease lease, Instant now) {
    try {
      Instant renewed = Instant.parse(lease.spec().renewTime().text());
      return Duration.between(renewed, now).compareTo(ALIVE) < 0;
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
