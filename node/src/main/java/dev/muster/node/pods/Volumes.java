package dev.muster.node.pods;

import dev.muster.cri.v1.Mount;
import dev.muster.node.pod.Container;
import dev.muster.node.pod.Pod;
import java.util.List;
import java.util.Map;

/** The volumes of pods. Thread-safe; calls for one pod come from one thread. */
public interface Volumes {
  /** Why a volume cannot be had: what the event says. */
  final class Problem extends Exception {
    public Problem(String message) {
      super(message);
    }
  }

  /** Has all of the pod's volumes ready; nothing happens if they are. */
  void prepare(Pod pod) throws Problem;

  /**
   * Where the container sees them.
   *
   * @param environment for paths that name variables
   */
  List<Mount> mounts(Pod pod, Container container, Map<String, String> environment) throws Problem;

  /** Takes them down. Nothing happens if there are none. */
  void release(String uid);
}
