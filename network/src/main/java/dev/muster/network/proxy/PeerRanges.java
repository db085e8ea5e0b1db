package dev.muster.network.proxy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import dev.muster.views.CoreV1;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where pods of other nodes are. Thread-safe.
 *
 * <p>INVARIANT (nobody else's pods): which range is whose is told by one ConfigMap of kube-system,
 * which nodes cannot write. Of a Node object, which a node writes itself, only the address counts,
 * and it leads nowhere but to the range of that very node.
 */
public final class PeerRanges implements Reflector.Listener {
  /** The ConfigMap's name: each node's range by the node's name. */
  public static final String CONFIG_MAP = "pod-ranges";

  /** A range that is larger is a mistake. */
  private static final int LARGEST = 8;

  private final String self;
  private final List<Ipv4Range> ours;
  private final Function<String, @Nullable ObjectNode> nodes;
  private volatile Map<String, String> ranges = Map.of();
  private final CountDownLatch told = new CountDownLatch(1);
  private volatile Runnable changed = () -> {};

  /**
   * @param self this node's name
   * @param ours ranges to which no way leads elsewhere: of services, and of the pods here
   * @param nodes each by its name; who asks has to be told of their changes
   */
  public PeerRanges(
      String self, List<Ipv4Range> ours, Function<String, @Nullable ObjectNode> nodes) {
    this.self = self;
    this.ours = List.copyOf(ours);
    this.nodes = nodes;
  }

  /** Who is told when there may be others. */
  void tell(Runnable listener) {
    changed = listener;
  }

  /** All that have a range of their own and an address; of ranges that overlap, the first. */
  List<PeerPods> all() {
    List<PeerPods> found = new ArrayList<>();
    ranges.forEach(
        (name, text) -> {
          ObjectNode node = nodes.apply(name);
          if (node != null && !name.equals(self)) {
            Ipv4Range.parse(text)
                .filter(range -> isFree(range, found))
                .flatMap(range -> address(node, range).map(via -> new PeerPods(range, via)))
                .ifPresent(found::add);
          }
        });
    return found;
  }

  private boolean isFree(Ipv4Range range, List<PeerPods> found) {
    return range.prefix() >= LARGEST
        && Stream.concat(ours.stream(), found.stream().map(PeerPods::pods))
            .noneMatch(range::overlaps);
  }

  private Optional<Ipv4> address(ObjectNode node, Ipv4Range range) {
    return CoreV1.Node.of(node).status().addresses().stream()
        .filter(each -> each.type().text().equals("InternalIP"))
        .flatMap(each -> Ipv4.parse(each.address().text()).stream())
        .filter(ip -> !ip.isSpecial() && !range.contains(ip))
        .filter(ip -> ours.stream().noneMatch(own -> own.contains(ip)))
        .findFirst();
  }

  /** Waits until it is known who has which; false if that takes too long. */
  public boolean awaitSync(Duration atMost) throws InterruptedException {
    return told.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void take(Map<String, String> all) {
    ranges = all;
    told.countDown();
    changed.run();
  }

  @Override
  public void replaced(List<ObjectNode> all) {
    take(all.isEmpty() ? Map.of() : data(all.getFirst()));
  }

  @Override
  public void changed(ObjectNode map) {
    take(data(map));
  }

  private static Map<String, String> data(ObjectNode map) {
    return new TreeMap<>(CoreV1.ConfigMap.of(map).data().textMap());
  }

  @Override
  public void deleted(ObjectNode map) {
    take(Map.of());
  }
}
