package dev.muster.node.schedule;

/** What the scheduler found for a pod. */
sealed interface Placement {
  record On(String node) implements Placement {}

  record Nowhere(String message) implements Placement {}
}
