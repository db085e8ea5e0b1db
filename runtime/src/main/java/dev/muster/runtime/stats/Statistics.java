package dev.muster.runtime.stats;

import dev.muster.cri.v1.ContainerAttributes;
import dev.muster.cri.v1.ContainerStats;
import dev.muster.cri.v1.CpuUsage;
import dev.muster.cri.v1.FilesystemIdentifier;
import dev.muster.cri.v1.FilesystemUsage;
import dev.muster.cri.v1.LinuxPodSandboxStats;
import dev.muster.cri.v1.MemoryUsage;
import dev.muster.cri.v1.PodSandboxAttributes;
import dev.muster.cri.v1.PodSandboxStats;
import dev.muster.cri.v1.ProcessUsage;
import dev.muster.cri.v1.SwapUsage;
import dev.muster.cri.v1.UInt64Value;
import dev.muster.linux.DiskUsage;
import dev.muster.runtime.images.Snapshots;
import dev.muster.runtime.pods.Container;
import dev.muster.runtime.pods.Sandbox;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Statistics in the shape of CRI. */
public final class Statistics {
  private final Snapshots snapshots;
  private final Path root;
  private final Rates rates = new Rates();

  public Statistics(Snapshots snapshots, Path root) {
    this.snapshots = snapshots;
    this.root = root;
  }

  public ContainerStats of(Container container) throws IOException {
    CgroupUsage usage = CgroupUsage.of(container.cgroup());
    long now = now();
    ContainerStats.Builder stats =
        ContainerStats.newBuilder()
            .setAttributes(
                ContainerAttributes.newBuilder()
                    .setId(container.id())
                    .setMetadata(container.config().getMetadata())
                    .putAllLabels(container.config().getLabelsMap())
                    .putAllAnnotations(container.config().getAnnotationsMap()))
            .setCpu(cpu(container.id(), usage, now))
            .setMemory(memory(usage, now));
    usage
        .swap()
        .ifPresent(
            swap ->
                stats.setSwap(
                    SwapUsage.newBuilder().setTimestamp(now).setSwapUsageBytes(value(swap))));
    DiskUsage written = snapshots.usage(container.id());
    stats.setWritableLayer(
        FilesystemUsage.newBuilder()
            .setTimestamp(now)
            .setFsId(FilesystemIdentifier.newBuilder().setMountpoint(root.toString()))
            .setUsedBytes(value(written.bytes()))
            .setInodesUsed(value(written.inodes())));
    return stats.build();
  }

  public PodSandboxStats of(Sandbox sandbox, List<Container> containers) throws IOException {
    CgroupUsage usage = CgroupUsage.of(sandbox.cgroup());
    long now = now();
    LinuxPodSandboxStats.Builder linux =
        LinuxPodSandboxStats.newBuilder()
            .setCpu(cpu(sandbox.id(), usage, now))
            .setMemory(memory(usage, now));
    sandbox.network().ifPresent(namespace -> linux.setNetwork(Interfaces.read(namespace, now)));
    usage
        .processes()
        .ifPresent(
            count ->
                linux.setProcess(
                    ProcessUsage.newBuilder().setTimestamp(now).setProcessCount(value(count))));
    for (Container each : containers) {
      linux.addContainers(of(each));
    }
    return PodSandboxStats.newBuilder()
        .setAttributes(
            PodSandboxAttributes.newBuilder()
                .setId(sandbox.id())
                .setMetadata(sandbox.config().getMetadata())
                .putAllLabels(sandbox.config().getLabelsMap())
                .putAllAnnotations(sandbox.config().getAnnotationsMap()))
        .setLinux(linux)
        .build();
  }

  private CpuUsage cpu(String id, CgroupUsage usage, long now) {
    CpuUsage.Builder cpu = CpuUsage.newBuilder().setTimestamp(now);
    usage
        .cpuNanos()
        .ifPresent(
            total -> {
              cpu.setUsageCoreNanoSeconds(value(total));
              rates.next(id, total, now).ifPresent(rate -> cpu.setUsageNanoCores(value(rate)));
            });
    return cpu.build();
  }

  static MemoryUsage memory(CgroupUsage usage, long now) {
    MemoryUsage.Builder memory = MemoryUsage.newBuilder().setTimestamp(now);
    OptionalLong used = usage.memory();
    if (used.isEmpty()) {
      return memory.build();
    }
    Map<String, Long> details = usage.memoryStat();
    long inactive = first(details, "total_inactive_file", "inactive_file");
    long working = Math.max(0, used.getAsLong() - inactive);
    memory
        .setUsageBytes(value(used.getAsLong()))
        .setWorkingSetBytes(value(working))
        .setRssBytes(value(first(details, "total_rss", "anon")))
        .setPageFaults(value(first(details, "total_pgfault", "pgfault")))
        .setMajorPageFaults(value(first(details, "total_pgmajfault", "pgmajfault")));
    usage
        .memoryLimit()
        .ifPresent(limit -> memory.setAvailableBytes(value(Math.max(0, limit - working))));
    return memory.build();
  }

  private static long first(Map<String, Long> table, String one, String other) {
    Long found = table.get(one);
    return found != null ? found : table.getOrDefault(other, 0L);
  }

  static UInt64Value value(long number) {
    return UInt64Value.newBuilder().setValue(number).build();
  }

  static long now() {
    return System.currentTimeMillis() * 1_000_000;
  }
}
