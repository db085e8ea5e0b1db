package dev.muster.node.pods;

import dev.muster.views.CoreV1.Pod;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The state that a pod is in. Its worker moves it on, and whoever rejects or evicts it; of two that
 * move at once the first has moved it, and the other looks again. Thread-safe.
 */
final class PodProgress {
  private final AtomicReference<PodWorkerState> state;
  private final Runnable freed;

  /**
   * @param freed told when the pod takes room no more; must not block for long
   */
  PodProgress(Pod pod, Runnable freed) {
    this.state = new AtomicReference<>(PodWorkerState.of(pod));
    this.freed = freed;
  }

  PodWorkerState state() {
    return Objects.requireNonNull(state.get());
  }

  /** False if it is not in that state any more: then nothing happens. */
  boolean move(PodWorkerState from, PodWorkerState to) {
    boolean moved = state.compareAndSet(from, to);
    if (moved && from.takesRoom() && !to.takesRoom()) {
      freed.run();
    }
    return moved;
  }

  /** Nothing happens to a pod that has begun to end. */
  void reject(PodEnd.Rejected why) {
    if (state.get() instanceof PodWorkerState.Syncing syncing) {
      move(syncing, syncing.end(why));
    }
  }

  /** False if the node wanted so before, or the pod has ended. */
  boolean evict(PodEnd.Evicted why) {
    while (true) {
      PodWorkerState now = state();
      Optional<PodWorkerState.Ending> ending =
          switch (now) {
            case PodWorkerState.Syncing syncing -> Optional.of(syncing.end(why));
            case PodWorkerState.Ending already -> already.evict(why);
            case PodWorkerState.Silent silent -> Optional.empty();
            case PodWorkerState.Released released -> Optional.empty();
            case PodWorkerState.Gone gone -> Optional.empty();
          };
      if (ending.isEmpty() || move(now, ending.get())) {
        return ending.isPresent();
      }
    }
  }

  /** Whether nothing of the pod runs, and its volumes are gone. */
  boolean isReleased() {
    return switch (state()) {
      case PodWorkerState.Syncing syncing -> false;
      case PodWorkerState.Ending ending -> false;
      case PodWorkerState.Silent silent -> false;
      case PodWorkerState.Released released -> true;
      case PodWorkerState.Gone gone -> true;
    };
  }

  boolean isGone() {
    return state.get() instanceof PodWorkerState.Gone;
  }
}
