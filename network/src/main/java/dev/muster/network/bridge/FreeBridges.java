package dev.muster.network.bridge;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import dev.muster.network.bridge.BridgeClaims.Held;
import dev.muster.network.bridge.BridgeClaims.Kept;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Finds a name and a range for a bridge that nothing on this machine has.
 *
 * @param services a range that pods' addresses must not be in
 */
record FreeBridges(BridgeClaims claims, Ipv4Range services) {
  /** Of these, pieces are taken: the usual range of pods, then one that few have a use for. */
  private static final int[] WHOLE = {new Ipv4(10 << 24 | 244 << 16).bits(), 100 << 24 | 96 << 16};

  /** A thousand pods each. */
  private static final int PREFIX = 22;

  private static final int PIECES = 1 << PREFIX - 16;

  NodeBridge claim(Path data, Optional<Ipv4Range> wanted) throws IOException {
    Optional<Kept> kept = Kept.read(data);
    if (kept.isPresent() && wanted.filter(other -> !other.equals(kept.get().range())).isEmpty()) {
      Optional<NodeBridge> again = again(data, kept.get());
      if (again.isPresent()) {
        return again.get();
      }
    }
    UsedRanges used = UsedRanges.ofThisMachine();
    if (wanted.isPresent()) {
      if (used.overlap(wanted.get()) || services.overlaps(wanted.get())) {
        throw new IOException(
            "pods cannot have addresses of " + wanted.get() + ": this machine has some of them");
      }
      return first(data, wanted, used)
          .orElseThrow(() -> new IOException("there is no name left for a bridge"));
    }
    return first(data, wanted, used)
        .orElseThrow(
            () ->
                new IOException(
                    "no range of addresses is free for pods: name one with --pod-network-cidr"));
  }

  /** The bridge of an earlier run: it is there, or nothing has taken its range since. */
  private Optional<NodeBridge> again(Path data, Kept kept) throws IOException {
    if (!NodeBridge.isName(kept.name())) {
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
      if (NodeBridge.exists(name) || used.overlap(range) || services.overlaps(range)) {
        continue;
      }
      Optional<Held> held = claims.take(name, data);
      if (held.isPresent()) {
        return Optional.of(NodeBridge.of(data, new Kept(name, range), held.get()));
      }
    }
    return Optional.empty();
  }

  private static Ipv4Range piece(int i) {
    int whole = WHOLE[i / PIECES];
    return new Ipv4Range(new Ipv4(whole + (i % PIECES << 32 - PREFIX)), PREFIX);
  }
}
