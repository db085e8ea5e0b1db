package dev.muster.cli.cluster;

import dev.muster.cli.flags.DurationFlag;
import dev.muster.node.pressure.EvictionConfig;
import dev.muster.node.pressure.EvictionThresholds;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** When the node evicts pods; kubelet's names and defaults. */
public final class EvictionFlags {
  @Option(
      names = "--eviction-hard",
      hidden = true,
      paramLabel = "SIGNAL<AMOUNT",
      defaultValue = EvictionThresholds.DEFAULT_HARD,
      description = "When pods are evicted at once (default: ${DEFAULT-VALUE}).")
  String hard = EvictionThresholds.DEFAULT_HARD;

  @Option(
      names = "--eviction-soft",
      hidden = true,
      paramLabel = "SIGNAL<AMOUNT",
      description = "When pods are evicted after a grace period.")
  String soft = "";

  @Option(
      names = "--eviction-soft-grace-period",
      hidden = true,
      split = ",",
      paramLabel = "SIGNAL=DURATION",
      description = "For how long a soft threshold has to be met.")
  Map<String, String> softGrace = Map.of();

  @Option(
      names = "--eviction-minimum-reclaim",
      hidden = true,
      paramLabel = "SIGNAL=AMOUNT",
      description = "How much more than its threshold has to be free before eviction ends.")
  String minimumReclaim = "";

  @Option(
      names = "--eviction-pressure-transition-period",
      hidden = true,
      paramLabel = "DURATION",
      defaultValue = "5m",
      converter = DurationFlag.class,
      description =
          "For how long a condition of the node stays after its last sign (default:"
              + " ${DEFAULT-VALUE}).")
  Duration transition = Duration.ofMinutes(5);

  @Option(
      names = "--eviction-max-pod-grace-period",
      hidden = true,
      paramLabel = "SECONDS",
      defaultValue = "0",
      description = "The most time that a soft threshold leaves a pod to end.")
  int maxPodGrace;

  EvictionConfig config() {
    Map<String, Duration> graces = new LinkedHashMap<>();
    softGrace.forEach((signal, text) -> graces.put(signal, new DurationFlag().convert(text)));
    try {
      return EvictionConfig.of(
          EvictionThresholds.parse(hard, soft, graces, minimumReclaim), transition, maxPodGrace);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("--eviction-*: " + e.getMessage(), e);
    }
  }
}
