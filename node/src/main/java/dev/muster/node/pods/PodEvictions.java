package dev.muster.node.pods;

import dev.muster.node.runtime.RuntimeStates;
import dev.muster.views.CoreV1.Pod;
import java.time.InstantSource;
import java.util.List;

/** The pods of this node for whoever has to make some of them go. Thread-safe. */
public record PodEvictions(
    PodWorkers workers, RuntimeStates states, PodCleanup cleanup, InstantSource clock) {

  /** Those that run or will. */
  public List<Pod> active() {
    return workers.active();
  }

  /**
   * Ends the pod for good; comes back before it has ended.
   *
   * @return false if it was ending for such a reason already, or has ended
   */
  public boolean evict(Pod pod, Eviction why) {
    PodEnd.Evicted end = new PodEnd.Evicted(why, clock.instant());
    return workers
        .of(pod.uid())
        .filter(worker -> worker.evict(end, states.of(pod.uid())))
        .isPresent();
  }

  /** Ends what the pod began to run before anybody saw it, and after it was told to go. */
  public void insist(Pod pod) {
    workers.of(pod.uid()).ifPresent(worker -> worker.insist(states.of(pod.uid())));
  }

  /** Whether it has ended and its volumes are gone. */
  public boolean isCleanedUp(Pod pod) {
    return workers.of(pod.uid()).stream().allMatch(worker -> worker.progress().isReleased());
  }

  /** Removes what the runtime keeps of pods that have ended. */
  public void removeEnded() {
    for (PodWorker worker : workers.current()) {
      // INVARIANT: its status is with the API server, so that nothing is known only by what goes
      if (worker.progress().isReleased() && worker.pod().isFinished()) {
        cleanup.removeFromRuntime(states.of(worker.uid()));
      }
    }
  }
}
