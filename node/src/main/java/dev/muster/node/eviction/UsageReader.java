package dev.muster.node.eviction;

import dev.muster.cri.v1.ContainerStats;
import dev.muster.cri.v1.PodSandboxStats;
import dev.muster.linux.DiskUsage;
import dev.muster.linux.DiskUsageMeter;
import dev.muster.node.containers.PodPaths;
import dev.muster.node.runtime.CriLabels;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** What pods use, from the runtime and from their directories. */
final class UsageReader {
  private final RuntimeCalls runtime;
  private final PodPaths paths;
  private final Function<Pod, Map<String, DiskUsage>> volumes;
  private final DiskUsageMeter meter = new DiskUsageMeter();

  /**
   * @param volumes what those of a pod's volumes take that it can fill
   */
  UsageReader(RuntimeCalls runtime, PodPaths paths, Function<Pod, Map<String, DiskUsage>> volumes) {
    this.runtime = runtime;
    this.paths = paths;
    this.volumes = volumes;
  }

  /**
   * By uid; those that run nothing are left out.
   *
   * @param processes whether to count them
   */
  Map<String, PodUsage> read(Collection<Pod> pods, boolean processes) throws RuntimeProblem {
    Map<String, List<ContainerStats>> stats = new HashMap<>();
    for (ContainerStats each : runtime.containerStats()) {
      stats.computeIfAbsent(uid(each), uid -> new ArrayList<>()).add(each);
    }
    Map<String, Long> counts = processes ? processes() : Map.of();
    Map<String, PodUsage> usage = new HashMap<>();
    for (Pod pod : pods) {
      List<ContainerStats> own = stats.get(pod.uid());
      if (own != null) {
        usage.put(
            pod.uid(),
            new PodUsage(
                own.stream().map(each -> container(pod, each)).toList(),
                volumes.apply(pod),
                local(pod),
                counts.getOrDefault(pod.uid(), 0L)));
      }
    }
    return usage;
  }

  private static String uid(ContainerStats stats) {
    return stats.getAttributes().getLabelsOrDefault(CriLabels.POD_UID, "");
  }

  private PodUsage.ContainerUsage container(Pod pod, ContainerStats stats) {
    String name = stats.getAttributes().getLabelsOrDefault(CriLabels.CONTAINER_NAME, "");
    return new PodUsage.ContainerUsage(
        name,
        new DiskUsage(
            stats.getWritableLayer().getUsedBytes().getValue(),
            stats.getWritableLayer().getInodesUsed().getValue()),
        meter.of(paths.logs(pod).resolve(name)),
        stats.getMemory().getWorkingSetBytes().getValue());
  }

  private static List<String> local(Pod pod) {
    List<String> names = new ArrayList<>();
    for (Volume volume : pod.spec().volumes()) {
      if (volume.emptyDir().present() && volume.emptyDir().medium().text().isEmpty()) {
        names.add(volume.name().text());
      }
    }
    return names;
  }

  private Map<String, Long> processes() throws RuntimeProblem {
    Map<String, Long> counts = new HashMap<>();
    for (PodSandboxStats each : runtime.sandboxStats()) {
      counts.merge(
          each.getAttributes().getLabelsOrDefault(CriLabels.POD_UID, ""),
          each.getLinux().getProcess().getProcessCount().getValue(),
          Long::sum);
    }
    return counts;
  }
}
