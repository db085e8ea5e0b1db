package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.resize.Allocations;
import dev.muster.node.runtime.RuntimeStates;
import dev.muster.views.CoreV1.Pod;
import java.io.IOException;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes pods in: a new one is admitted or rejected, and has a worker from then on. */
public final class PodIntake {
  private static final Logger LOG = LoggerFactory.getLogger(PodIntake.class);

  private final PodWorkers workers;
  private final PodWorkerStarts starts;
  private final PodAdmission admission;
  private final PodResizes resizes;
  private final Allocations allocations;
  private final RuntimeStates states;
  private final EventRecorder events;
  private final NodeMetrics metrics;
  private final InstantSource clock;

  public PodIntake(
      PodWorkers workers,
      PodWorkerStarts starts,
      PodAdmission admission,
      PodResizes resizes,
      Allocations allocations,
      RuntimeStates states,
      EventRecorder events,
      NodeMetrics metrics,
      InstantSource clock) {
    this.workers = workers;
    this.starts = starts;
    this.admission = admission;
    this.resizes = resizes;
    this.allocations = allocations;
    this.states = states;
    this.events = events;
    this.metrics = metrics;
    this.clock = clock;
  }

  /** A pod that is new or has changed. */
  public void put(Pod pod) {
    PodWorker worker;
    Optional<PodAdmission.Rejection> rejection;
    boolean fits;
    synchronized (workers) {
      if (workers.isClosed()) {
        return;
      }
      Optional<PodWorker> known = workers.of(pod.uid());
      if (known.isPresent()) {
        known.get().update(pod);
        resizes.resize(known.get());
        return;
      }
      worker = starts.worker(pod);
      boolean fresh = !pod.isFinished() && !pod.isDeleted() && states.of(pod.uid()).isEmpty();
      rejection = fresh ? admission.refusal(pod) : Optional.empty();
      if (rejection.isPresent()) { // INVARIANT: before it can be seen, so that nobody evicts it
        reject(worker, rejection.get());
      }
      fits = !fresh || rejection.isPresent() || admission.misfit(pod, workers.active()).isEmpty();
      workers.add(worker);
    }
    if (!fits) {
      rejection = checkAgain(pod, worker);
      rejection.ifPresent(why -> reject(worker, why));
    }
    if (rejection.isEmpty() && !pod.isFinished() && !pod.isDeleted()) {
      allocate(worker);
    }
    worker.start();
  }

  /** By the node as it is now: the one at hand may be older than the binding. */
  private Optional<PodAdmission.Rejection> checkAgain(Pod pod, PodWorker own) {
    admission.refresh();
    synchronized (workers) {
      return admission.check(pod, workers.others(own));
    }
  }

  private void reject(PodWorker worker, PodAdmission.Rejection why) {
    Pod pod = worker.pod();
    events.pod(pod, EventType.WARNING, why.reason(), why.message());
    metrics.count(NodeMetrics.Metric.ADMISSION_REJECTIONS, "reason", why.reason());
    worker.reject(
        new PodEnd.Rejected(
            PodStatuses.rejected(pod, why.reason(), why.message(), clock.instant())));
  }

  /** A pod that the node takes in has what it asks for, unless it was granted less before. */
  private void allocate(PodWorker worker) {
    try {
      allocations.allocate(worker.pod());
    } catch (IOException e) {
      LOG.warn("resources not written down: pod={} problem={}", worker.pod().key(), e.toString());
    }
  }
}
