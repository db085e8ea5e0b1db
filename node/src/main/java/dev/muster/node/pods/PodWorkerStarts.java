package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.Pod;
import dev.muster.node.resize.Allocations;
import dev.muster.node.runtime.PodView;
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
    ObjectNode tree = JsonNodeFactory.instance.objectNode();
    tree.putObject("metadata")
        .put("uid", orphan.uid())
        .put("namespace", orphan.namespace())
        .put("name", orphan.name());
    return worker(new Pod(tree));
  }

  private void gone(PodWorker worker) {
    workers.forget(worker);
    resizes.retry();
  }
}
