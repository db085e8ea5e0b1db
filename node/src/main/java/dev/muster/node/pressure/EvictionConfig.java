package dev.muster.node.pressure;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * When pods have to go.
 *
 * @param thresholds of the node; pods' own limits hold without any
 * @param transition for how long after the last sign of it a condition stays
 * @param maxPodGrace the most seconds that a pod has to end when a soft threshold is met; negative
 *     for its own
 * @param period between two looks
 */
public record EvictionConfig(
    List<Threshold> thresholds, Duration transition, int maxPodGrace, Duration period) {
  private static final Duration TRANSITION = Duration.ofMinutes(5);
  private static final Duration PERIOD = Duration.ofSeconds(10);

  public EvictionConfig {
    thresholds = List.copyOf(thresholds);
  }

  /** With the period that kubelets have. */
  public static EvictionConfig of(
      List<Threshold> thresholds, Duration transition, int maxPodGrace) {
    return new EvictionConfig(thresholds, transition, maxPodGrace, PERIOD);
  }

  /** Kubelet's defaults. */
  public static EvictionConfig defaults() {
    return of(
        EvictionThresholds.parse(EvictionThresholds.DEFAULT_HARD, "", Map.of(), ""), TRANSITION, 0);
  }

  /** Whether anything depends on it. */
  public boolean counts(Signal signal) {
    return thresholds.stream().anyMatch(each -> each.signal() == signal);
  }

  /** The part of a capacity that pods never get, since they would be evicted before. */
  public long reserved(Signal signal, long capacity) {
    return thresholds.stream()
        .filter(each -> each.signal() == signal && each.isHard())
        .mapToLong(each -> each.value().of(capacity).value().longValue())
        .findFirst()
        .orElse(0);
  }
}
