package dev.muster.network.proxy;

import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import dev.muster.network.host.HostPrograms;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The host's routes to pods of other nodes. A file remembers them, so that the next run removes
 * what is no longer wanted. For one thread.
 */
public final class PeerRoutes {
  private static final Logger LOG = LoggerFactory.getLogger(PeerRoutes.class);

  private final Path file;
  private Set<PeerPods> set;
  private Set<PeerPods> refused = Set.of();

  /**
   * @param file which routes an earlier run has set
   */
  public PeerRoutes(Path file) throws IOException {
    this.file = file;
    this.set = Files.exists(file) ? read(Files.readAllLines(file)) : new HashSet<>();
  }

  private static Set<PeerPods> read(List<String> lines) {
    Set<PeerPods> found = new HashSet<>();
    for (String line : lines) {
      String[] words = line.split(" ");
      Optional<Ipv4Range> range = Ipv4Range.parse(words[0]);
      Optional<Ipv4> node = Ipv4.parse(words[words.length - 1]);
      if (range.isPresent() && node.isPresent()) {
        found.add(new PeerPods(range.get(), node.get()));
      }
    }
    return found;
  }

  /** Has these routes and no others; one that the kernel refuses is left out, and logged once. */
  void set(List<PeerPods> peers) throws IOException {
    Set<PeerPods> wanted = new HashSet<>(peers);
    if (wanted.equals(set)) {
      return;
    }
    for (PeerPods gone : set) {
      if (peers.stream().noneMatch(each -> each.pods().equals(gone.pods()))) {
        remove(gone);
      }
    }
    Set<PeerPods> done = new HashSet<>();
    Set<PeerPods> failed = new HashSet<>();
    // INVARIANT: written down before it is there, so that none is forgotten
    write(wanted);
    for (PeerPods each : wanted) {
      try {
        ip("replace", each);
        done.add(each);
      } catch (IOException e) {
        failed.add(each);
        if (!refused.contains(each)) {
          LOG.warn("no route to the pods of another node: {}", e.getMessage());
        }
      }
    }
    set = done;
    refused = failed;
  }

  private void write(Set<PeerPods> peers) throws IOException {
    Files.writeString(
        file,
        peers.stream()
            .map(each -> each.pods() + " via " + each.node() + "\n")
            .collect(Collectors.toCollection(TreeSet::new))
            .stream()
            .collect(Collectors.joining()));
  }

  private static void remove(PeerPods peer) {
    try {
      ip("delete", peer);
    } catch (IOException e) {
      LOG.debug("the route is gone already: {}", e.getMessage());
    }
  }

  private static void ip(String verb, PeerPods peer) throws IOException {
    HostPrograms.run(
        List.of("ip", "route", verb, peer.pods().toString(), "via", peer.node().toString()));
  }

  /** Removes all of them. */
  public void removeAll() throws IOException {
    set.forEach(PeerRoutes::remove);
    set = Set.of();
    Files.deleteIfExists(file);
  }
}
