package dev.muster.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** A CNI network of a runtime under test: a bridge and a subnet that nobody else has. */
final class BridgeNetwork {
  private static final String PORTS = "CNI-HOSTPORT-DNAT";

  private final Path root;
  private final String bridge;
  private final String prefix;

  BridgeNetwork(Path root) {
    this.root = root;
    int number = ThreadLocalRandom.current().nextInt(1 << 15);
    this.bridge = "mst%04x".formatted(number);
    this.prefix = "10.%d.%d.".formatted(128 + (number >> 8), number & 0xff);
  }

  /** The beginning of every address. */
  String prefix() {
    return prefix;
  }

  void configure() throws IOException {
    configureWith(
        "{\"type\": \"portmap\", \"snat\": false, \"capabilities\": {\"portMappings\": true}}");
  }

  /** The bridge, and a plugin behind it. */
  void configureWith(String plugin) throws IOException {
    write(
        """
        {"cniVersion": "1.0.0", "name": "%s", "plugins": [
          {"type": "bridge", "bridge": "%s", "isGateway": true,
           "ipam": {"type": "host-local", "dataDir": "%s", "ranges": [[{"subnet": "%s0/24"}]]}},
          %s]}
        """
            .formatted(bridge, bridge, root.resolve("ipam"), prefix, plugin));
  }

  void write(String configuration) throws IOException {
    Files.writeString(
        Files.createDirectories(root.resolve("net.d")).resolve("10-test.conflist"), configuration);
  }

  /** Removes the configuration. */
  void forget() throws IOException {
    Files.delete(root.resolve("net.d/10-test.conflist"));
  }

  /** A plugin made of shell. */
  void plugin(String name, String script) throws IOException {
    Path file = Files.createDirectories(root.resolve("plugins")).resolve(name);
    Files.writeString(file, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
  }

  /** Addresses that are given out. */
  List<String> addresses() throws IOException {
    return names(root.resolve("ipam").resolve(bridge)).stream()
        .filter(name -> name.startsWith(prefix))
        .toList();
  }

  /** The host's ends of the sandboxes' links. */
  List<String> links() throws IOException {
    return names(Path.of("/sys/class/net", bridge, "brif"));
  }

  /** What leads from ports of the host to pods. */
  static List<String> portRules() throws Exception {
    return output("iptables", "-w", "-t", "nat", "-S").lines().toList();
  }

  /** Removes the bridge, and the plugin's chain if nobody uses it. */
  void remove() throws Exception {
    if (Files.exists(Path.of("/sys/class/net", bridge))) {
      output("ip", "link", "delete", bridge);
    }
    List<String> rules = portRules();
    if (rules.contains("-N " + PORTS)
        && rules.stream().noneMatch(r -> r.startsWith("-A " + PORTS))) {
      for (String rule : rules) {
        if (rule.endsWith("-j " + PORTS)) {
          output(("iptables -w -t nat " + rule.replaceFirst("^-A", "-D")).split(" "));
        }
      }
      output("iptables", "-w", "-t", "nat", "-X", PORTS);
    }
  }

  private static List<String> names(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> found = Files.list(directory)) {
      return found.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  private static String output(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
    return output;
  }
}
