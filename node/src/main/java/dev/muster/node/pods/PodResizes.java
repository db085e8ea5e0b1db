package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Predicate;

/** Has decided what pods ask for beyond their grants, whenever that may have changed. */
public record PodResizes(PodWorkers workers, ResizeDecisions decisions) {
  /** What a pod gives back may be others'. */
  void resize(PodWorker worker) {
    synchronized (workers) {
      if (decide(worker)) {
        retry();
      }
    }
  }

  /** Not before all pods are known: what one has is no longer there for another. */
  void resizeAll() {
    decideAll(PodWorker::mayResize);
  }

  /** There may be room now for what pods wait for. */
  void retry() {
    decideAll(worker -> worker.resize().isDeferred());
  }

  private void decideAll(Predicate<PodWorker> which) {
    synchronized (workers) {
      workers.current().stream()
          .filter(worker -> worker.isActive() && which.test(worker))
          .sorted(decisions.order())
          .toList()
          .forEach(this::decide);
    }
  }

  private boolean decide(PodWorker worker) {
    List<ObjectNode> before = worker.resize().list();
    boolean granted = decisions.decide(worker.desired(), worker.resize(), workers.others(worker));
    if (granted || !before.equals(worker.resize().list())) {
      worker.lookAtAllocation();
    }
    return granted;
  }
}
