package dev.muster.cli.pods;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** A bridge for pods by Debian's CNI plugins, with a subnet that nobody else has. */
final class PodBridge {
  private final Path configuration;
  private final Path leases;
  private final String name;
  private final String prefix;

  /** In a directory from which networks are read; there is none yet. */
  PodBridge(Path networks, Path leases) throws IOException {
    int number = ThreadLocalRandom.current().nextInt(1 << 15);
    this.configuration = Files.createDirectories(networks).resolve("10-pods.conflist");
    this.leases = leases;
    this.name = "mup%04x".formatted(number);
    this.prefix = "10.%d.%d.".formatted(128 + (number >> 8), number & 0xff);
  }

  /** Pods that start from now on are connected to it. */
  void configure() throws IOException {
    Files.writeString(
        configuration,
        """
        {"cniVersion": "1.0.0", "name": "%1$s", "plugins": [
          {"type": "bridge", "bridge": "%1$s", "isGateway": true,
           "ipam": {"type": "host-local", "dataDir": "%2$s", "ranges": [[{"subnet": "%3$s0/24"}]]}},
          {"type": "portmap", "snat": false, "capabilities": {"portMappings": true}}]}
        """
            .formatted(name, leases, prefix));
  }

  /** Pods that start from now on have no network. */
  void forget() throws IOException {
    Files.delete(configuration);
  }

  /** The beginning of every address. */
  String prefix() {
    return prefix;
  }

  /** The host's address on it. */
  String gateway() {
    return prefix + "1";
  }

  /** Addresses that are given out, and the host's ends of links to pods. */
  List<String> inUse() throws IOException {
    return Stream.concat(
            names(leases.resolve(name)).filter(each -> each.startsWith(prefix)),
            names(Path.of("/sys/class/net", name, "brif")))
        .toList();
  }

  private static Stream<String> names(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return Stream.of();
    }
    try (Stream<Path> found = Files.list(directory)) {
      return found.map(each -> each.getFileName().toString()).toList().stream();
    }
  }

  /** Whether the host's port leads to a pod. */
  static boolean leads(int port) throws Exception {
    return shell("iptables -w -t nat -S").contains("--dport " + port + " ");
  }

  /**
   * Removes what the plugins leave for the next pod: the bridge, and their chain if it is empty.
   */
  void remove() throws Exception {
    shell(
        """
        ! test -e /sys/class/net/%1$s || ip link delete %1$s
        rules=$(iptables -w -t nat -S)
        case "$rules" in
          *"-A CNI-HOSTPORT-DNAT"*) ;;
          *"-N CNI-HOSTPORT-DNAT"*)
            for chain in PREROUTING OUTPUT; do
              iptables -w -t nat -D $chain -m addrtype --dst-type LOCAL -j CNI-HOSTPORT-DNAT || true
            done
            iptables -w -t nat -X CNI-HOSTPORT-DNAT || true
        esac
        """
            .formatted(name));
  }

  private static String shell(String script) throws Exception {
    Process process = new ProcessBuilder("sh", "-ec", script).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
