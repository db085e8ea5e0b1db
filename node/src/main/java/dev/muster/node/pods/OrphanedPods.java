package dev.muster.node.pods;

import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeStates;
import java.util.Set;

/** What is here of pods that nobody knows of goes. */
public record OrphanedPods(
    PodWorkers workers,
    PodWorkerStarts starts,
    RuntimeStates states,
    MountedVolumes volumes,
    PodCleanup cleanup) {

  /**
   * @param present the uids of all pods that the API has
   */
  void removeOthers(Set<String> present) {
    for (PodWorker worker : workers.current()) {
      if (!present.contains(worker.uid()) && !worker.pod().isStatic()) {
        worker.remove();
      }
    }
    for (PodView view : states.all()) {
      if (!present.contains(view.uid())) {
        removeFromRuntime(view);
      }
    }
    for (String uid : volumes.uids()) {
      if (!present.contains(uid) && isOrphan(uid)) {
        cleanup.removeFiles(uid);
      }
    }
  }

  private boolean isOrphan(String uid) {
    synchronized (workers) {
      return !workers.isClosed() && workers.of(uid).isEmpty();
    }
  }

  private void removeFromRuntime(PodView view) {
    synchronized (workers) {
      if (isOrphan(view.uid())) {
        PodWorker worker = starts.worker(view);
        workers.add(worker);
        worker.remove();
        worker.start();
      }
    }
  }
}
