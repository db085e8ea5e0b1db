package dev.muster.network.bridge;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import dev.muster.network.bridge.BridgeClaims.Held;
import dev.muster.network.bridge.BridgeClaims.Kept;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds a name and a range for a bridge that nothing on this machine has.
 *
 * @param services a range that pods' addresses must not be in
 * @param elsewhere ranges of other nodes' pods
 */
record FreeBridges(BridgeClaims claims, Ipv4Range services, List<Ipv4Range> elsewhere) {
  /** Of these, pieces are taken: the usual range of pods, then one that few have a use for. */
  private static final int[] WHOLE = {new Ipv4(10 << 24 | 244 << 16).bits(), 100 << 24 | 96 << 16};

  /** A thousand pods each. */
  private static final int PREFIX = 22;

  private static final int PIECES = 1 << PREFIX - 16;

  FreeBridges {
    elsewhere = List.copyOf(elsewhere);
  }

  NodeBridge claim(Path data, Optional<Ipv4Range> wanted, Optional<Ipv4Range> rather)
      throws IOException {
    Optional<Kept> kept = Kept.read(data);
    if (kept.isPresent() && wanted.filter(other -> !other.equals(kept.get().range())).isEmpty()) {
      Optional<NodeBridge> again = again(data, kept.get());
      if (again.isPresent()) {
        return again.get();
      }
    }
    UsedRanges used = UsedRanges.ofThisMachine();
    if (wanted.isPresent()) {
      if (used.overlap(wanted.get()) || isOthers(wanted.get())) {
        throw new IOException(
            "pods cannot have addresses of "
                + wanted.get()
                + ": "
                + (isOthers(wanted.get()) ? "the cluster" : "this machine")
                + " has some of them");
      }
      return first(data, wanted, used)
          .orElseThrow(() -> new IOException("there is no name left for a bridge"));
    }
    boolean again = rather.filter(range -> !used.overlap(range) && !isOthers(range)).isPresent();
    return first(data, again ? rather : Optional.empty(), used)
        .orElseThrow(
            () ->
                new IOException(
                    "no range of addresses is free for pods: name one with --pod-network-cidr"));
  }

  /** The bridge of an earlier run: it is there, or nothing has taken its range since. */
  private Optional<NodeBridge> again(Path data, Kept kept) throws IOException {
    if (!NodeBridge.isName(kept.name()) || isOthers(kept.range())) {
      return Optional.empty();
    }
    if (!NodeBridge.exists(kept.name()) && UsedRanges.ofThisMachine().overlap(kept.range())) {
      return Optional.empty();
    }
    return claims.take(kept.name(), data).map(held -> NodeBridge.of(data, kept, held));
  }

  private Optional<NodeBridge> first(Path data, Optional<Ipv4Range> wanted, UsedRanges used)
      throws IOException {
    for (int i = 0; i < WHOLE.length * PIECES; i++) {
      String name = "muster" + i;
      Ipv4Range range = wanted.orElse(piece(i));
      if (NodeBridge.exists(name) || used.overlap(range) || isOthers(range)) {
        continue;
      }
      Optional<Held> held = claims.take(name, data);
      if (held.isPresent()) {
        return Optional.of(NodeBridge.of(data, new Kept(name, range), held.get()));
      }
    }
    return Optional.empty();
  }

  /** Whether services or other nodes have some of it. */
  private boolean isOthers(Ipv4Range range) {
    return services.overlaps(range) || elsewhere.stream().anyMatch(range::overlaps);
  }

  private static Ipv4Range piece(int i) {
    int whole = WHOLE[i / PIECES];
    return new Ipv4Range(new Ipv4(whole + (i % PIECES << 32 - PREFIX)), PREFIX);
  }
}
