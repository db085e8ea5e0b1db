package dev.muster.node.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Counters and gauges; a series is its name with its labels. */
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

    private String type() {
      return text.endsWith("_total") || this == EVICTIONS ? "counter" : "gauge";
    }
  }

  private record Series(Metric metric, String labels) {}

  private final Map<Series, LongAdder> counters = new ConcurrentHashMap<>();
  private final Map<Series, LongSupplier> gauges = new ConcurrentHashMap<>();

  /**
   * @param labels names and values in turn
   */
  public void count(Metric metric, String... labels) {
    counters.computeIfAbsent(series(metric, labels), s -> new LongAdder()).increment();
  }

  public void gauge(Metric metric, LongSupplier value, String... labels) {
    gauges.put(series(metric, labels), value);
  }

  private static Series series(Metric metric, String... labels) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i + 1 < labels.length; i += 2) {
      text.append(text.isEmpty() ? "{" : ",")
          .append(labels[i])
          .append("=\"")
          .append(labels[i + 1].replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
          .append('"');
    }
    return new Series(metric, text.isEmpty() ? "" : text + "}");
  }

  /** All of them as Prometheus' text. */
  public String page() {
    Map<Metric, Map<String, Long>> values = new TreeMap<>();
    counters.forEach((series, sum) -> put(values, series, sum.sum()));
    gauges.forEach((series, value) -> put(values, series, value.getAsLong()));
    StringBuilder page = new StringBuilder();
    values.forEach(
        (metric, all) -> {
          page.append("# HELP ").append(metric.text).append(' ').append(metric.help).append('\n');
          page.append("# TYPE ").append(metric.text).append(' ').append(metric.type()).append('\n');
          all.forEach(
              (labels, value) ->
                  page.append(metric.text).append(labels).append(' ').append(value).append('\n'));
        });
    return page.toString();
  }

  private static void put(Map<Metric, Map<String, Long>> values, Series series, long value) {
    values.computeIfAbsent(series.metric(), m -> new TreeMap<>()).put(series.labels(), value);
  }
}
