package dev.muster.node.eviction;

import dev.muster.model.podspec.Pod;
import java.util.List;

/** The pods of this node, as far as eviction has to do with them. Thread-safe. */
public interface EvictablePods {
  /** Those that run or will. */
  List<Pod> active();

  /**
   * Ends the pod for good; comes back before it has ended.
   *
   * @return false if it was ending for such a reason already
   */
  boolean evict(Pod pod, Eviction why);

  /** Whether it has ended and its volumes are gone. */
  boolean isCleanedUp(Pod pod);

  /** Removes what the runtime keeps of pods that have ended. */
  void removeEnded();
}
