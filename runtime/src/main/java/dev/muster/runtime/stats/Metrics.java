package dev.muster.runtime.stats;

import dev.muster.cri.v1.ContainerMetrics;
import dev.muster.cri.v1.ContainerStats;
import dev.muster.cri.v1.CpuUsage;
import dev.muster.cri.v1.MemoryUsage;
import dev.muster.cri.v1.Metric;
import dev.muster.cri.v1.MetricDescriptor;
import dev.muster.cri.v1.MetricType;
import dev.muster.cri.v1.PodSandboxMetrics;
import dev.muster.cri.v1.PodSandboxStats;
import java.util.List;
import java.util.function.BiFunction;

/** Statistics as metrics, under the names that cAdvisor gave them. */
public final class Metrics {
  private static final List<String> LABELS = List.of("id", "name", "image");

  private record Row(
      String name, String help, MetricType type, BiFunction<CpuUsage, MemoryUsage, Long> value) {}

  private static final List<Row> TABLE =
      List.of(
          new Row(
              "container_cpu_usage_seconds_total",
              "CPU time used, in seconds.",
              MetricType.COUNTER,
              (cpu, memory) -> cpu.getUsageCoreNanoSeconds().getValue() / 1_000_000_000L),
          new Row(
              "container_memory_usage_bytes",
              "Memory in use, page cache included.",
              MetricType.GAUGE,
              (cpu, memory) -> memory.getUsageBytes().getValue()),
          new Row(
              "container_memory_working_set_bytes",
              "Memory in use without inactive page cache.",
              MetricType.GAUGE,
              (cpu, memory) -> memory.getWorkingSetBytes().getValue()),
          new Row(
              "container_memory_rss",
              "Anonymous memory.",
              MetricType.GAUGE,
              (cpu, memory) -> memory.getRssBytes().getValue()));

  private Metrics() {}

  public static List<MetricDescriptor> descriptors() {
    return TABLE.stream()
        .map(
            row ->
                MetricDescriptor.newBuilder()
                    .setName(row.name())
                    .setHelp(row.help())
                    .addAllLabelKeys(LABELS)
                    .build())
        .toList();
  }

  public static PodSandboxMetrics of(PodSandboxStats stats) {
    PodSandboxMetrics.Builder metrics =
        PodSandboxMetrics.newBuilder().setPodSandboxId(stats.getAttributes().getId());
    List<String> labels =
        List.of(stats.getAttributes().getId(), stats.getAttributes().getMetadata().getName(), "");
    metrics.addAllMetrics(rows(labels, stats.getLinux().getCpu(), stats.getLinux().getMemory()));
    for (ContainerStats each : stats.getLinux().getContainersList()) {
      List<String> own =
          List.of(each.getAttributes().getId(), each.getAttributes().getMetadata().getName(), "");
      metrics.addContainerMetrics(
          ContainerMetrics.newBuilder()
              .setContainerId(each.getAttributes().getId())
              .addAllMetrics(rows(own, each.getCpu(), each.getMemory())));
    }
    return metrics.build();
  }

  private static List<Metric> rows(List<String> labels, CpuUsage cpu, MemoryUsage memory) {
    return TABLE.stream()
        .map(
            row ->
                Metric.newBuilder()
                    .setName(row.name())
                    .setTimestamp(Statistics.now())
                    .setMetricType(row.type())
                    .addAllLabelValues(labels)
                    .setValue(Statistics.value(row.value().apply(cpu, memory)))
                    .build())
        .toList();
  }
}
