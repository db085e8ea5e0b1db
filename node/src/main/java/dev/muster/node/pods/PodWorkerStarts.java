package dev.muster.node.pods;

import dev.muster.node.resize.Allocations;
import dev.muster.node.runtime.PodView;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.Pod;
import java.time.InstantSource;

/** Makes workers: one for each pod. */
public record PodWorkerStarts(
    PodLifecycle lifecycle,
    ContainerKills kills,
    Allocations allocations,
    PodAlarms alarms,
    PodWorkers workers,
    PodResizes resizes,
    InstantSource clock) {

  /** It does nothing until it is started. */
  PodWorker worker(Pod pod) {
    PodMemory memory = PodMemory.of(pod, kills, alarms.add(pod.uid()), clock);
    return new PodWorker(pod, lifecycle, allocations, memory, resizes::retry, this::gone);
  }

  /** Of a pod that only the runtime knows. */
  PodWorker worker(PodView orphan) {
    MutablePod pod = MutablePod.create();
    pod.metadata().replace().uid(orphan.uid()).namespace(orphan.namespace()).name(orphan.name());
    return worker(pod.reading());
  }

  private void gone(PodWorker worker) {
    workers.forget(worker);
    resizes.retry();
  }
}
