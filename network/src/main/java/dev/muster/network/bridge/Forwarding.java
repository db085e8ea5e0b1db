package dev.muster.network.bridge;

import dev.muster.network.host.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What the kernel has to do for pods beside its usual work. */
final class Forwarding {
  private static final Path PACKETS = Path.of("/proc/sys/net/ipv4/ip_forward");

  private Forwarding() {}

  /** Between interfaces, as every node of a cluster does. */
  static void ofPackets() throws IOException {
    if (!Files.readString(PACKETS).strip().equals("1")) {
      Files.writeString(PACKETS, "1");
    }
  }

  /**
   * Rules see what goes from one pod to another: answers of a pod that was reached by a service's
   * address would else not find back to who asked there.
   */
  static void ofBridgedPackets(String bridge) throws IOException {
    List<String> command =
        List.of("ip", "link", "set", bridge, "type", "bridge", "nf_call_iptables", "1");
    try {
      load();
      HostPrograms.run(command);
    } catch (IOException e) {
      throw new IOException(
          "the kernel does not filter bridges (module br_netfilter): " + e.getMessage(), e);
    }
  }

  private static void load() throws IOException {
    if (!Files.exists(Path.of("/proc/sys/net/bridge"))
        && HostPrograms.find("modprobe").isPresent()) {
      HostPrograms.run(List.of("modprobe", "br_netfilter"));
    }
  }
}
