package dev.muster.node.eviction;

import dev.muster.kinds.pods.PodAggregates;
import dev.muster.linux.DiskUsage;
import dev.muster.model.quantity.Quantity;
import dev.muster.node.pressure.Signal;
import dev.muster.views.CoreV1.Pod;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Who goes first: those that use more than they asked for, then those of low priority, then those
 * that use most beyond what they asked for.
 *
 * @param usage by the pods' uids
 * @param imageFs whether writable layers are on another disk than logs and volumes
 */
record Ranking(Map<String, PodUsage> usage, boolean imageFs) {

  List<Pod> of(List<Pod> pods, Signal signal) {
    Comparator<Pod> unknownFirst = Comparator.comparing(pod -> usage.containsKey(pod.uid()));
    return pods.stream().sorted(unknownFirst.thenComparing(order(signal))).toList();
  }

  private Comparator<Pod> order(Signal signal) {
    Comparator<Pod> priority = Comparator.comparingLong(Ranking::priority);
    ToLongFunction<Pod> used = pod -> used(usage.get(pod.uid()), signal);
    if (signal == Signal.PID_AVAILABLE) {
      return priority.thenComparing(Comparator.comparingLong(used).reversed());
    }
    // inodes cannot be asked for: beyond that is every one, but space that was asked for counts
    String asked = signal.isInodes() ? "ephemeral-storage" : signal.resource();
    Comparator<Pod> within =
        Comparator.comparing(pod -> used.applyAsLong(pod) <= requested(pod, signal.resource()));
    return within
        .thenComparing(priority)
        .thenComparing(
            Comparator.<Pod>comparingLong(pod -> used.applyAsLong(pod) - requested(pod, asked))
                .reversed());
  }

  private long used(@Nullable PodUsage of, Signal signal) {
    if (of == null) {
      return 0;
    }
    DiskUsage disk = !imageFs ? of.ephemeral() : signal.isImageFs() ? of.root() : of.besideRoot();
    return switch (signal) {
      case MEMORY_AVAILABLE -> of.memory();
      case PID_AVAILABLE -> of.processes();
      case NODE_FS_AVAILABLE, IMAGE_FS_AVAILABLE -> disk.bytes();
      case NODE_FS_INODES_FREE, IMAGE_FS_INODES_FREE -> disk.inodes();
    };
  }

  static long priority(Pod pod) {
    return pod.spec().priority().number();
  }

  private static long requested(Pod pod, String resource) {
    Quantity quantity = PodAggregates.requests(pod.spec().tree()).get(resource);
    long overhead =
        pod.spec().overhead().has(resource)
            ? Quantity.parse(pod.spec().overhead().text(resource)).value().longValue()
            : 0;
    return (quantity == null ? 0 : quantity.value().longValue()) + overhead;
  }
}
