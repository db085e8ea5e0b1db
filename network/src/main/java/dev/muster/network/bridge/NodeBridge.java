package dev.muster.network.bridge;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import dev.muster.network.bridge.BridgeClaims.Held;
import dev.muster.network.bridge.BridgeClaims.Kept;
import dev.muster.network.host.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A bridge for pods, as long as it is held. The node has the first address of its range. */
public final class NodeBridge implements AutoCloseable {
  private static final Pattern NAME = Pattern.compile("muster[0-9]{1,3}");
  private static final Path DEVICES = Path.of("/sys/class/net");

  private final Path data;
  private final String name;
  private final Ipv4Range range;
  private final Held held;
  private final boolean takenOver;

  private NodeBridge(Path data, Kept kept, Held held) {
    this.data = data;
    this.name = kept.name();
    this.range = kept.range();
    this.held = held;
    this.takenOver = exists(kept.name());
  }

  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Makes a bridge, or takes over the one that an earlier run on the directory left.
   *
   * @param data where it is kept which one this is
   * @param wanted the range of a new one; empty for one that is free
   * @param rather the range that it had better have, if that is free
   * @param services the addresses of services, which pods reach over it
   * @param elsewhere what pods of other nodes have
   * @throws IOException if there can be none; says why
   */
  public static NodeBridge claim(
      Path data,
      Optional<Ipv4Range> wanted,
      Optional<Ipv4Range> rather,
      Ipv4Range services,
      List<Ipv4Range> elsewhere)
      throws IOException {
    BridgeClaims claims = BridgeClaims.OF_THIS_MACHINE;
    claims.removeOrphans(NodeBridge::removeDevices);
    NodeBridge bridge = new FreeBridges(claims, services, elsewhere).claim(data, wanted, rather);
    try {
      bridge.up(services);
      return bridge;
    } catch (IOException | RuntimeException e) {
      bridge.giveUp();
      throw e;
    }
  }

  static NodeBridge of(Path data, Kept kept, Held held) {
    return new NodeBridge(data, kept, held);
  }

  static boolean exists(String name) {
    return Files.exists(DEVICES.resolve(name));
  }

  private void up(Ipv4Range services) throws IOException {
    new Kept(name, range).write(data);
    if (!exists(name)) {
      ip("link", "add", name, "type", "bridge");
      ip("address", "add", gateway() + "/" + range.prefix(), "dev", name);
    }
    Forwarding.ofBridgedPackets(name);
    ip("link", "set", name, "up");
    if (!UsedRanges.hasDefaultRoute() && !UsedRanges.ofThisMachine().overlap(services)) {
      // rules are asked only about packets that have a way; it goes with the gateway's address
      ip("route", "add", services.toString(), "dev", "lo", "src", gateway().toString());
    }
    Forwarding.ofPackets();
  }

  public String name() {
    return name;
  }

  /** The addresses of pods, and of the node as their gateway. */
  public Ipv4Range range() {
    return range;
  }

  /** The node's address on it. */
  public Ipv4 gateway() {
    return range.at(1);
  }

  /** Removes the bridge, what hangs on it, and all that was kept of it. */
  public void remove() throws IOException {
    removeDevices(name);
    Files.deleteIfExists(data.resolve("bridge"));
    held.forget();
    held.close();
  }

  /** After a start that failed: removes what this run made, and leaves what was there before. */
  public void giveUp() throws IOException {
    if (takenOver) {
      close();
    } else {
      remove();
    }
  }

  /** Leaves the bridge for the pods that are on it, and for the next run. */
  @Override
  public void close() throws IOException {
    held.close();
  }

  private static void removeDevices(String bridge) throws IOException {
    if (HostPrograms.find("nft").isPresent()) {
      HostPrograms.run(
          List.of("nft", "-f", "-"), "table ip " + bridge + "\ndelete table ip " + bridge + "\n");
    }
    Path links = DEVICES.resolve(bridge).resolve("brif");
    if (Files.isDirectory(links)) {
      List<Path> all;
      try (Stream<Path> found = Files.list(links)) {
        all = found.toList();
      }
      for (Path link : all) {
        ip("link", "delete", link.getFileName().toString());
      }
    }
    if (exists(bridge)) {
      ip("link", "delete", bridge);
    }
  }

  private static void ip(String... words) throws IOException {
    HostPrograms.run(Stream.concat(Stream.of("ip"), Stream.of(words)).toList());
  }
}
