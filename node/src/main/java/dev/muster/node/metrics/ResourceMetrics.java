package dev.muster.node.metrics;

import dev.muster.base.metrics.MetricsPage;
import dev.muster.cri.v1.Container;
import dev.muster.cri.v1.ContainerState;
import dev.muster.cri.v1.ContainerStats;
import dev.muster.node.runtime.CriLabels;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the node and its containers use, as a kubelet tells it at {@code /metrics/resource}: for
 * metrics-server, and for the API server's own {@code metrics.k8s.io}.
 */
public final class ResourceMetrics {
  private static final List<String> LABELS = List.of("container", "namespace", "pod");
  private static final double NANOS = 1e9;
  private static final long MILLI = 1_000_000;

  /** The kernel counts its processors' time in hundredths of a second, whatever its own clock. */
  private static final double TICKS = 100;

  /** Where idle times stand in a line of {@code /proc/stat}: idle and iowait. */
  private static final List<Integer> IDLE = List.of(4, 5);

  private static final int LAST_TIME = 8;

  private final RuntimeCalls runtime;
  private final Path proc;
  private final InstantSource clock;

  /**
   * @param proc where the kernel tells
   */
  public ResourceMetrics(RuntimeCalls runtime, Path proc, InstantSource clock) {
    this.runtime = runtime;
    this.proc = proc;
    this.clock = clock;
  }

  /** All of it, as Prometheus' text. What cannot be read is left out, and said to be. */
  public String page() {
    MetricsPage page = new MetricsPage();
    boolean failed = false;
    try {
      containers(page);
    } catch (RuntimeProblem e) {
      failed = true;
    }
    try {
      node(page);
    } catch (IOException e) {
      failed = true;
    }
    page.family(
        "resource_scrape_error", "gauge", "1 if some of the numbers could not be had, 0 if not.");
    page.sample("resource_scrape_error", "", failed ? 1L : 0L);
    return page.toString();
  }

  private void containers(MetricsPage page) throws RuntimeProblem {
    Map<String, Long> started = new HashMap<>();
    for (Container each : runtime.containers("")) {
      if (each.getState() == ContainerState.CONTAINER_RUNNING) {
        started.put(each.getId(), each.getCreatedAt());
      }
    }
    List<ContainerStats> all =
        runtime.containerStats().stream()
            .filter(each -> started.containsKey(each.getAttributes().getId()))
            .toList();
    page.family(
        "container_cpu_usage_seconds_total",
        "counter",
        "Processor time of a container, in seconds.");
    for (ContainerStats each : all) {
      if (each.getCpu().hasUsageCoreNanoSeconds()) {
        page.sample(
            "container_cpu_usage_seconds_total",
            labels(each),
            each.getCpu().getUsageCoreNanoSeconds().getValue() / NANOS,
            each.getCpu().getTimestamp() / MILLI);
      }
    }
    page.family(
        "container_memory_working_set_bytes", "gauge", "Memory of a container that is in use.");
    for (ContainerStats each : all) {
      if (each.getMemory().hasWorkingSetBytes()) {
        page.sample(
            "container_memory_working_set_bytes",
            labels(each),
            (double) each.getMemory().getWorkingSetBytes().getValue(),
            each.getMemory().getTimestamp() / MILLI);
      }
    }
    page.family("container_start_time_seconds", "gauge", "When a container was started.");
    for (ContainerStats each : all) {
      long at = started.getOrDefault(each.getAttributes().getId(), 0L);
      page.sample("container_start_time_seconds", labels(each), at / NANOS);
    }
  }

  private static String labels(ContainerStats stats) {
    Map<String, String> known = stats.getAttributes().getLabelsMap();
    return MetricsPage.labels(
        LABELS,
        List.of(
            known.getOrDefault(CriLabels.CONTAINER_NAME, ""),
            known.getOrDefault(CriLabels.POD_NAMESPACE, ""),
            known.getOrDefault(CriLabels.POD_NAME, "")));
  }

  private void node(MetricsPage page) throws IOException {
    long now = clock.millis();
    page.family(
        "node_cpu_usage_seconds_total", "counter", "Processor time of the node, in seconds.");
    page.sample("node_cpu_usage_seconds_total", "", processorTime(), now);
    page.family("node_memory_working_set_bytes", "gauge", "Memory of the node that is in use.");
    page.sample("node_memory_working_set_bytes", "", (double) memory(), now);
  }

  private double processorTime() throws IOException {
    String[] words = Files.readAllLines(proc.resolve("stat")).getFirst().split("\\s+", -1);
    long busy = 0;
    for (int i = 1; i < words.length && i <= LAST_TIME; i++) {
      busy += IDLE.contains(i) ? 0 : Long.parseLong(words[i]);
    }
    return busy / TICKS;
  }

  /** What is neither free nor cached and not in use, as eviction counts it. */
  private long memory() throws IOException {
    long used = 0;
    for (String line : Files.readAllLines(proc.resolve("meminfo"))) {
      String[] words = line.split("\\s+", 3);
      switch (words[0]) {
        case "MemTotal:" -> used += Long.parseLong(words[1]) << 10;
        case "MemFree:", "Inactive(file):" -> used -= Long.parseLong(words[1]) << 10;
        default -> {}
      }
    }
    return Math.max(0, used);
  }
}
