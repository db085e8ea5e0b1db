package dev.muster.runtime.stats;

import dev.muster.cri.v1.ContainerMetrics;
import dev.muster.cri.v1.ContainerStats;
import dev.muster.cri.v1.CpuUsage;
import dev.muster.cri.v1.MemoryUsage;
import dev.muster.cri.v1.Metric;
import dev.muster.cri.v1.MetricDescriptor;
import dev.muster.cri.v1.MetricType;
import dev.muster.cri.v1.NetworkInterfaceUsage;
import dev.muster.cri.v1.PodSandboxMetrics;
import dev.muster.cri.v1.PodSandboxStats;
import dev.muster.cri.v1.UInt64Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Statistics as metrics, under the names that cAdvisor gave them. */
public final class SandboxMetrics {
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

  private record NetworkRow(
      String name, String help, Function<NetworkInterfaceUsage, UInt64Value> value) {}

  private static final List<NetworkRow> NETWORK =
      List.of(
          new NetworkRow(
              "container_network_receive_bytes_total",
              "Bytes received by an interface of the pod.",
              NetworkInterfaceUsage::getRxBytes),
          new NetworkRow(
              "container_network_receive_errors_total",
              "Errors while receiving.",
              NetworkInterfaceUsage::getRxErrors),
          new NetworkRow(
              "container_network_transmit_bytes_total",
              "Bytes sent by an interface of the pod.",
              NetworkInterfaceUsage::getTxBytes),
          new NetworkRow(
              "container_network_transmit_errors_total",
              "Errors while sending.",
              NetworkInterfaceUsage::getTxErrors));

  private SandboxMetrics() {}

  public static List<MetricDescriptor> descriptors() {
    List<MetricDescriptor> all = new ArrayList<>();
    TABLE.forEach(row -> all.add(descriptor(row.name(), row.help()).build()));
    NETWORK.forEach(
        row -> all.add(descriptor(row.name(), row.help()).addLabelKeys("interface").build()));
    return all;
  }

  private static MetricDescriptor.Builder descriptor(String name, String help) {
    return MetricDescriptor.newBuilder().setName(name).setHelp(help).addAllLabelKeys(LABELS);
  }

  public static PodSandboxMetrics of(PodSandboxStats stats) {
    PodSandboxMetrics.Builder metrics =
        PodSandboxMetrics.newBuilder().setPodSandboxId(stats.getAttributes().getId());
    List<String> labels =
        List.of(stats.getAttributes().getId(), stats.getAttributes().getMetadata().getName(), "");
    metrics.addAllMetrics(rows(labels, stats.getLinux().getCpu(), stats.getLinux().getMemory()));
    for (NetworkInterfaceUsage each : stats.getLinux().getNetwork().getInterfacesList()) {
      for (NetworkRow row : NETWORK) {
        metrics.addMetrics(
            Metric.newBuilder()
                .setName(row.name())
                .setTimestamp(Statistics.now())
                .setMetricType(MetricType.COUNTER)
                .addAllLabelValues(labels)
                .addLabelValues(each.getName())
                .setValue(row.value().apply(each)));
      }
    }
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
