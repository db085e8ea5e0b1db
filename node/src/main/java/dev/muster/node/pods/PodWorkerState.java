package dev.muster.node.pods;

import dev.muster.views.CoreV1.Pod;
import java.util.Optional;

/**
 * How far a pod has come on this node. Each state has the moves that may follow it and no others,
 * so that a pod never goes back.
 */
sealed interface PodWorkerState {
  /** Where the worker of a pod begins. */
  static PodWorkerState of(Pod pod) {
    return pod.isFinished() ? new Ending(new PodEnd.Finished()) : new Syncing();
  }

  /** Why it ends, if it does. */
  Optional<PodEnd> why();

  /** Whether nothing will be started any more and the pod's phase is its last. */
  boolean isOver();

  /** Whether others have to do without what it was granted. */
  boolean takesRoom();

  /** Containers are started as the spec asks. */
  record Syncing() implements PodWorkerState {
    Ending end(PodEnd why) {
      return new Ending(why);
    }

    @Override
    public Optional<PodEnd> why() {
      return Optional.empty();
    }

    @Override
    public boolean isOver() {
      return false;
    }

    @Override
    public boolean takesRoom() {
      return true;
    }
  }

  /** Nothing is started any more; what runs is being ended. */
  record Ending(PodEnd reason) implements PodWorkerState {
    /** The node wants it to end, too, and sooner; empty if that was its wish already. */
    Optional<Ending> evict(PodEnd.Evicted why) {
      return reason instanceof PodEnd.Deleted ? Optional.of(new Ending(why)) : Optional.empty();
    }

    Silent silent() {
      return new Silent(reason);
    }

    @Override
    public Optional<PodEnd> why() {
      return Optional.of(reason);
    }

    @Override
    public boolean isOver() {
      return reason instanceof PodEnd.Finished;
    }

    @Override
    public boolean takesRoom() {
      return reason.takesRoom();
    }
  }

  /** Nothing runs any more; network and volumes are still there. */
  record Silent(PodEnd reason) implements PodWorkerState {
    Released release() {
      return new Released(reason);
    }

    @Override
    public Optional<PodEnd> why() {
      return Optional.of(reason);
    }

    @Override
    public boolean isOver() {
      return true;
    }

    @Override
    public boolean takesRoom() {
      return false;
    }
  }

  /** Network and volumes are gone; what is told of it and its logs stay until it is removed. */
  record Released(PodEnd reason) implements PodWorkerState {
    Gone remove() {
      return new Gone();
    }

    @Override
    public Optional<PodEnd> why() {
      return Optional.of(reason);
    }

    @Override
    public boolean isOver() {
      return true;
    }

    @Override
    public boolean takesRoom() {
      return false;
    }
  }

  /** Nothing of it is left. */
  record Gone() implements PodWorkerState {
    @Override
    public Optional<PodEnd> why() {
      return Optional.empty();
    }

    @Override
    public boolean isOver() {
      return true;
    }

    @Override
    public boolean takesRoom() {
      return false;
    }
  }
}
