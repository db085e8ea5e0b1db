package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventType;
import dev.muster.controllers.pods.Batch;
import dev.muster.controllers.pods.PodControl;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.NumberField;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One look at one Job. */
final class JobSync {
  private final String key;
  private ObjectNode job;
  private final JobAssessment found;
  private final Instant now;
  private final JobStatus status;
  private Optional<Outcome> outcome;
  private int active;
  private int ready;
  private int terminating;
  private boolean changed;
  private @Nullable IOException problem;
  private Optional<Duration> again;

  JobSync(String key, ObjectNode job, JobAssessment found, Instant now) {
    this.key = key;
    this.job = job;
    this.found = found;
    this.now = now;
    this.status = JobStatus.copyOf(job);
    this.outcome = found.outcome();
    this.active = found.active().size();
    this.ready = WantedPods.ready(found.active());
    this.terminating = (int) found.pods().stream().filter(pod -> pod.pod().terminating()).count();
    this.again = found.deadlineIn();
  }

  Requeue run(JobWrites writes) throws IOException {
    JobSpec spec = found.spec();
    status.uncounted("succeeded", status.uncounted("succeeded"));
    if (status.startTime().isEmpty() && !spec.suspended()) {
      status.start(now);
    }
    if (outcome.isPresent()) {
      endPods(writes);
    } else if (!spec.deleted()) {
      fitPods(writes);
      if (found.complete(active)) {
        outcome = Optional.of(Outcome.completed());
      } else {
        suspendOrResume(writes);
      }
    }
    changed |= active != status.fields().active().number();
    changed |= !numbered(status.fields().ready(), ready);
    changed |= !numbered(status.fields().terminating(), terminating);
    status.fields().active().setUnlessZero(active);
    track(writes);
    if (problem != null) {
      throw problem;
    }
    return again.map(Requeue::after).orElse(Requeue.NEVER);
  }

  /** Puts a number that is written though it is zero; false if it was another. */
  private static boolean numbered(NumberField field, int value) {
    boolean same = field.present() && field.number() == value;
    field.set(value);
    return same;
  }

  /** The Job is at its end: what still runs has to end, and counts. */
  private void endPods(JobWrites writes) {
    Batch<JobPod> ended = Batch.all(found.active(), pod -> writes.pods().delete(key, job, pod));
    gone(ended.done());
    if (ended.problem() != null) {
      problem = ended.problem();
      outcome = Optional.empty();
    }
  }

  private void gone(List<JobPod> pods) {
    active -= pods.size();
    terminating += pods.size();
    ready -= WantedPods.ready(pods);
  }

  private void fitPods(JobWrites writes) {
    switch (WantedPods.of(found, now)) {
      case WantedPods.Enough enough -> {}
      case WantedPods.Wait wait ->
          again =
              again
                  .filter(time -> time.compareTo(wait.time()) < 0)
                  .or(() -> Optional.of(wait.time()));
      case WantedPods.Remove remove -> {
        Batch<JobPod> removed =
            Batch.all(
                remove.pods(),
                pod -> {
                  writes.pods().release(key, pod.pod());
                  writes.pods().delete(key, job, pod);
                });
        gone(removed.done());
        problem = removed.problem();
      }
      case WantedPods.Create create -> {
        Batch<Integer> made =
            Batch.slowStart(
                create.indexes(), index -> writes.pods().create(key, job, pod(index).tree()));
        active += made.done().size();
        problem =
            made.problem() instanceof ApiProblem e && PodControl.isNamespaceTerminating(e)
                ? null
                : made.problem();
      }
    }
  }

  private MutablePod pod(int index) {
    return JobPodTemplate.pod(found.spec(), index, found.replaceable().get(index));
  }

  private void suspendOrResume(JobWrites writes) {
    if (found.spec().suspended()) {
      if (status.ensure("Suspended", true, "JobSuspended", "Job suspended", now)) {
        changed = true;
        writes.events().event(job, EventType.NORMAL, "Suspended", "Job suspended");
      }
    } else if (status.ensure("Suspended", false, "JobResumed", "Job resumed", now)) {
      changed = true;
      status.start(now);
      writes.events().event(job, EventType.NORMAL, "Resumed", "Job resumed");
    }
  }

  /**
   * INVARIANT: a pod's uid is in the stored status before its finalizer is taken, and is counted
   * there only after that.
   */
  private void track(JobWrites writes) throws IOException {
    PodTracking tracking = PodTracking.into(status, found, outcome, now);
    if (changed || tracking.changed()) {
      job = writes.status(key, job, status);
    }
    Batch<JobPod> released =
        Batch.all(tracking.release(), pod -> writes.pods().release(key, pod.pod()));
    released.done().forEach(pod -> tracking.tracked().remove(pod.uid()));
    boolean counted = status.countWithout(tracking.tracked());
    boolean ended =
        released.problem() == null
            && !tracking.full()
            && outcome.isPresent()
            && PodTracking.end(status, outcome.get(), now);
    if (counted || ended) {
      job = writes.status(key, job, status);
    }
    if (ended) {
      writes.tellEnd(job, status, outcome.orElseThrow());
    }
    released.rethrow();
  }
}
