package dev.muster.node.pods;

import dev.muster.cri.v1.Mount;
import dev.muster.linux.DiskUsage;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The volumes of pods. Thread-safe; calls for one pod come from one thread. */
public interface MountedVolumes {
  /** Why a volume cannot be had: what the event says. */
  final class Problem extends Exception {
    public Problem(String message) {
      super(message);
    }
  }

  /** Has all of the pod's volumes ready; tells those whose files are not what they were. */
  Set<String> prepare(Pod pod) throws Problem;

  /** Where a running container still sees the old content of volumes that have changed. */
  List<String> outdated(Pod pod, ContainerSpec container, Set<String> changed);

  /** What those volumes take that the pod can fill, by their names. Any thread may ask. */
  Map<String, DiskUsage> usage(Pod pod);

  /**
   * Where the container sees them.
   *
   * @param environment for paths that name variables
   */
  List<Mount> mounts(Pod pod, ContainerSpec container, Map<String, String> environment)
      throws Problem;

  /** Takes them down. Nothing happens if there are none. */
  void release(String uid);

  /** The pods that have any here, also those of earlier runs. */
  Set<String> uids();
}
