package dev.muster.node.metrics;

import dev.muster.base.metrics.Counters;
import dev.muster.base.metrics.Gauges;
import dev.muster.base.metrics.MetricsPage;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.DoubleSupplier;

/** What a node counts, under kubelet's names where it counts the same. */
public final class NodeMetrics {
  /** A metric's name and what it says. */
  public enum Metric {
    ADMISSION_REJECTIONS(
        "kubelet_admission_rejections_total", "Pods that the node refused to run, by reason."),
    IDENTITY_MISMATCHES(
        "muster_node_identity_mismatches_total",
        "Container processes whose uid, gid or groups were not the ones predicted."),
    CONTAINERS_STARTED("kubelet_started_containers_total", "Containers that were started."),
    CONTAINER_START_ERRORS(
        "kubelet_started_containers_errors_total", "Containers that could not be started."),
    PODS_STARTED("kubelet_started_pods_total", "Pods whose sandbox was started."),
    EVICTIONS("kubelet_evictions", "Pods that were evicted, by eviction signal."),
    PROBES("prober_probe_total", "Probes of containers, by type and result."),
    DESIRED_PODS("kubelet_desired_pods", "Pods that this node is to run."),
    RUNNING_PODS("kubelet_running_pods", "Pods that have a running sandbox."),
    RUNNING_CONTAINERS("kubelet_running_containers", "Containers, by state.");

    private final String text;
    private final String help;

    Metric(String text, String help) {
      this.text = text;
      this.help = help;
    }
  }

  private final Map<Metric, Counters> counters = new ConcurrentSkipListMap<>();
  private final Map<Metric, Gauges> gauges = new ConcurrentSkipListMap<>();

  /**
   * @param labels names and values in turn
   */
  public void count(Metric metric, String... labels) {
    counters
        .computeIfAbsent(metric, m -> Counters.counter(m.text, m.help, every(2, 0, labels)))
        .of(every(2, 1, labels))
        .increment();
  }

  /**
   * @param labels names and values in turn
   */
  public void gauge(Metric metric, DoubleSupplier value, String... labels) {
    gauges
        .computeIfAbsent(metric, m -> new Gauges(m.text, m.help, every(2, 0, labels)))
        .show(value, every(2, 1, labels));
  }

  /** All that was counted or is shown, as Prometheus' text. */
  public String page() {
    MetricsPage page = new MetricsPage();
    counters.values().forEach(metric -> metric.write(page));
    gauges.values().forEach(metric -> metric.write(page));
    return page.toString();
  }

  private static String[] every(int step, int first, String... texts) {
    String[] chosen = new String[texts.length / step];
    for (int i = 0; i < chosen.length; i++) {
      chosen[i] = texts[i * step + first];
    }
    return chosen;
  }
}
