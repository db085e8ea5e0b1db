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
  private final String subnet = freeSubnet();
  private final List<String> namespaces = new ArrayList<>();
  private final List<NetworkPlace> places = new ArrayList<>();

  private NamespaceNetwork() {}

  /** One with so many places. */
  public static NamespaceNetwork create(int size) {
    NamespaceNetwork network = new NamespaceNetwork();
    boolean done = false;
    try {
      network.build();
      for (int i = 0; i < size; i++) {
        network.add();
      }
      done = true;
    } finally {
      if (!done) {
        network.close();
      }
    }
    return network;
  }

  private void build() {
    namespace(middle);
    ip("-n", middle, "link", "add", "bridge", "type", "bridge");
    ip("-n", middle, "link", "set", "bridge", "up");
    ip("link", "add", name, "type", "veth", "peer", "name", "here", "netns", middle);
    ip("-n", middle, "link", "set", "here", "master", "bridge", "up");
    ip("addr", "add", address() + "/24", "dev", name);
    ip("link", "set", name, "up");
  }

  /** One more place. Of this machine it has all but the network. */
  public NetworkPlace add() {
    int number = places.size();
    String there = namespaceOf(number);
    String port = "port" + number;
    String address = subnet + (number + 2);
    namespace(there);
    ip("-n", there, "link", "add", "eth0", "type", "veth", "peer", port, "netns", middle);
    ip("-n", middle, "link", "set", port, "master", "bridge", "up");
    ip("-n", there, "addr", "add", address + "/24", "dev", "eth0");
    ip("-n", there, "link", "set", "eth0", "up");
    ip("-n", there, "link", "set", "lo", "up");
    NetworkPlace place = new NetworkPlace(address, List.of("nsenter", "--net=/run/netns/" + there));
    places.add(place);
    return place;
  }

  private String namespaceOf(int number) {
    return name + "-" + number;
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

  /** This machine's own address there. */
  public String address() {
    return subnet + 1;
  }

  public List<NetworkPlace> places() {
    return List.copyOf(places);
  }

  /** Whether no process runs at a place. */
  public boolean isIdle(NetworkPlace place) {
    return ip("netns", "pids", namespaceOf(places.indexOf(place))).isBlank();
  }

  /** Drops what a place sends to others, and what they send to it, until it is mended. */
  public void cut(NetworkPlace place, List<NetworkPlace> others) {
    String them = String.join(",", others.stream().map(NetworkPlace::address).toList());
    place.run(
        "nft",
        "add table ip cut;"
            + "add chain ip cut in { type filter hook input priority 0; };"
            + "add chain ip cut out { type filter hook output priority 0; };"
            + ("add rule ip cut in ip saddr { " + them + " } drop;")
            + ("add rule ip cut out ip daddr { " + them + " } drop"));
  }

  /** What a place sends and gets arrives again. */
  public void mend(NetworkPlace place) {
    place.run("nft", "delete table ip cut");
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
