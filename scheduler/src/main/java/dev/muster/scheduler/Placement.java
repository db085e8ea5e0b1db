package dev.muster.scheduler;

import dev.muster.views.CoreV1.Pod;
import java.util.List;

/** What the scheduler found for a pod. */
sealed interface Placement {
  record On(String node) implements Placement {}

  /**
   * @param waits whether it keeps the node that others are leaving for it
   */
  record Nowhere(String message, boolean waits) implements Placement {}

  /** Nowhere yet: a node is its own when these pods are gone from it. */
  record Preempting(String node, List<Pod> victims, String message) implements Placement {}
}
