package dev.muster.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A network of its own: places in network namespaces, joined by a bridge in one more, and with one
 * cable to this machine. Whatever goes between two places can be dropped without a word, as by a
 * network that is cut. Needs root, {@code ip} and {@code nft}; nothing of the machine's own rules
 * is touched.
 */
public final class NamespaceNetwork implements AutoCloseable {
  /** Addresses for measurements (RFC 2544), which nobody has. */
  private static final String RANGE = "198.18.";

  private final String name = "mu" + UUID.randomUUID().toString().substring(0, 7);
  private final String middle = name + "-net";
  private final List<String> namespaces = new ArrayList<>();
  private final List<NetworkPlace> places = new ArrayList<>();

  private NamespaceNetwork() {}

  /** One with so many places. */
  public static NamespaceNetwork create(int size) {
    NamespaceNetwork network = new NamespaceNetwork();
    boolean done = false;
    try {
      network.build(size);
      done = true;
    } finally {
      if (!done) {
        network.close();
      }
    }
    return network;
  }

  private void build(int size) {
    String subnet = freeSubnet();
    namespace(middle);
    ip("-n", middle, "link", "add", "bridge", "type", "bridge");
    ip("-n", middle, "link", "set", "bridge", "up");
    ip("link", "add", name, "type", "veth", "peer", "name", "here", "netns", middle);
    ip("-n", middle, "link", "set", "here", "master", "bridge", "up");
    ip("addr", "add", subnet + "1/24", "dev", name);
    ip("link", "set", name, "up");
    for (int i = 0; i < size; i++) {
      String there = name + "-" + i;
      String port = "port" + i;
      namespace(there);
      ip("-n", there, "link", "add", "eth0", "type", "veth", "peer", port, "netns", middle);
      ip("-n", middle, "link", "set", port, "master", "bridge", "up");
      ip("-n", there, "addr", "add", subnet + (i + 2) + "/24", "dev", "eth0");
      ip("-n", there, "link", "set", "eth0", "up");
      ip("-n", there, "link", "set", "lo", "up");
      places.add(new NetworkPlace(subnet + (i + 2), List.of("ip", "netns", "exec", there)));
    }
  }

  private void namespace(String namespace) {
    ip("netns", "add", namespace);
    namespaces.add(namespace);
  }

  private static String freeSubnet() {
    String used = ip("-o", "-4", "addr");
    int first = (int) (ProcessHandle.current().pid() % 256);
    for (int i = 0; i < 256; i++) {
      String subnet = RANGE + (first + i) % 256 + ".";
      if (!used.contains(" " + subnet)) {
        return subnet;
      }
    }
    throw new AssertionError("all of " + RANGE + "0.0/16 is in use:\n" + used);
  }

  public List<NetworkPlace> places() {
    return List.copyOf(places);
  }

  /** Drops what a place sends to others, and what they send to it, until it is mended. */
  public void cut(NetworkPlace place, List<NetworkPlace> others) {
    String them = String.join(",", others.stream().map(NetworkPlace::address).toList());
    nft(
        place,
        "add table ip cut;"
            + "add chain ip cut in { type filter hook input priority 0; };"
            + "add chain ip cut out { type filter hook output priority 0; };"
            + ("add rule ip cut in ip saddr { " + them + " } drop;")
            + ("add rule ip cut out ip daddr { " + them + " } drop"));
  }

  /** What a place sends and gets arrives again. */
  public void mend(NetworkPlace place) {
    nft(place, "delete table ip cut");
  }

  private static void nft(NetworkPlace place, String rules) {
    HostCommand.run(place.command(List.of("nft", rules)).toArray(String[]::new));
  }

  private static String ip(String... words) {
    List<String> all = new ArrayList<>(List.of("ip"));
    all.addAll(List.of(words));
    return HostCommand.run(all.toArray(String[]::new));
  }

  @Override
  public void close() {
    // the cable goes with the namespace of its other end
    namespaces.forEach(namespace -> ip("netns", "del", namespace));
    namespaces.clear();
  }
}
