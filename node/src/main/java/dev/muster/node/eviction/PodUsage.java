package dev.muster.node.eviction;

import dev.muster.linux.DiskUsage;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a pod uses.
 *
 * @param containers those that run
 * @param volumes what each volume takes that the pod can fill, on disk or in memory
 * @param local the names of those volumes that are on the node's disk
 * @param processes 0 where nobody asked
 */
record PodUsage(
    List<ContainerUsage> containers,
    Map<String, DiskUsage> volumes,
    List<String> local,
    long processes) {

  /**
   * What a container uses.
   *
   * @param root its writable layer
   * @param memory the bytes that cannot be taken from it without asking
   */
  record ContainerUsage(String name, DiskUsage root, DiskUsage logs, long memory) {}

  PodUsage {
    containers = List.copyOf(containers);
    volumes = Collections.unmodifiableMap(new LinkedHashMap<>(volumes));
    local = List.copyOf(local);
  }

  long memory() {
    return containers.stream().mapToLong(ContainerUsage::memory).sum();
  }

  DiskUsage root() {
    return containers.stream().map(ContainerUsage::root).reduce(DiskUsage.NONE, DiskUsage::plus);
  }

  /** Logs and volumes. */
  DiskUsage besideRoot() {
    DiskUsage logs =
        containers.stream().map(ContainerUsage::logs).reduce(DiskUsage.NONE, DiskUsage::plus);
    return local.stream()
        .map(name -> volumes.getOrDefault(name, DiskUsage.NONE))
        .reduce(logs, DiskUsage::plus);
  }

  DiskUsage ephemeral() {
    return root().plus(besideRoot());
  }
}
