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
   * @param namespace file that shows its network namespace
   */
  record Member(
      String id,
      String pod,
      String podNamespace,
      String uid,
      Path namespace,
      List<PortMapping> ports) {
    public Member {
      ports = List.copyOf(ports);
    }
  }

  /** Connects a sandbox; its addresses, or none where there is only loopback. */
  List<String> connect(Member member) throws IOException, Refused;

  /** Takes back what {@link #connect} gave, also after a part of it failed. */
  void disconnect(Member member) throws IOException;

  /** Why the network cannot be used; empty when it can. */
  String problem();
}
