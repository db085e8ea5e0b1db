package dev.muster.runtime.network;

import dev.muster.cri.v1.PortMapping;
import dev.muster.runtime.refusal.Refused;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Gives sandboxes addresses. Thread-safe. */
public interface PodNetwork {
  /**
   * A sandbox as the network knows it.
   *
   * @param namespace file that shows its network namespace; empty once that is gone
   * @param kept file in which the network keeps what it gave, until it has taken it back
   */
  record Member(
      String id,
      String pod,
      String podNamespace,
      String uid,
      String namespace,
      Path kept,
      List<PortMapping> ports) {
    public Member {
      ports = List.copyOf(ports);
    }
  }

  /** Connects a sandbox; its addresses, or none where there is only loopback. */
  List<String> connect(Member member) throws IOException, Refused;

  /**
   * Takes back what {@link #connect} gave, also after a part of it failed or the namespace is gone.
   * A failure can be tried again; a second time does nothing.
   */
  void disconnect(Member member) throws IOException;

  /** Why the network cannot be used; empty when it can. */
  String problem();
}
