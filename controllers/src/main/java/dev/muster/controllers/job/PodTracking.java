package dev.muster.controllers.job;

import dev.muster.controllers.job.PodFailurePolicy.Verdict;
import dev.muster.model.codec.Times;
import dev.muster.views.TextField;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Brings pods that ended into a Job's status.
 *
 * @param release pods to take the finalizer from, after the status was written
 * @param tracked uids of pods that have the finalizer
 * @param changed whether the status is to be written before that
 * @param full whether more is left for another round
 */
record PodTracking(List<JobPod> release, Set<String> tracked, boolean changed, boolean full) {
  private static final int UNCOUNTED_AT_A_TIME = 500;

  /**
   * @param outcome how the Job ends, if nothing stands in the way of that any more
   * @param status is changed in place
   */
  static PodTracking into(
      JobStatus status, JobAssessment job, Optional<Outcome> outcome, Instant now) {
    JobSpec spec = job.spec();
    List<JobPod> pods = new ArrayList<>(job.pods());
    if (spec.indexed()) {
      pods.sort(Comparator.comparingInt(JobPod::index));
    }
    pods.removeIf(pod -> !pod.tracked());
    Set<String> tracked = new HashSet<>();
    pods.forEach(pod -> tracked.add(pod.uid()));
    boolean changed = status.countWithout(tracked);

    Set<String> succeeded = status.uncounted("succeeded");
    Set<String> failed = status.uncounted("failed");
    Set<Integer> newIndexes = new HashSet<>();
    List<JobPod> release = new ArrayList<>();
    boolean failing = outcome.filter(each -> !each.success()).isPresent();
    for (JobPod pod : pods) {
      if (!mayRelease(job, pod, outcome)) {
        continue;
      }
      release.add(pod);
      if (pod.pod().succeeded() && !failed.contains(pod.uid())) {
        if (!spec.indexed()) {
          succeeded.add(pod.uid());
        } else if (spec.owns(pod.index()) && !job.counted().has(pod.index())) {
          newIndexes.add(pod.index());
        }
      } else if ((spec.failed(pod) || failing)
          && (!spec.indexed() || spec.owns(pod.index()))
          && !(verdict(spec, pod) instanceof Verdict.Ignore)) {
        failed.add(pod.uid());
      }
      if (newIndexes.size() + succeeded.size() + failed.size() >= UNCOUNTED_AT_A_TIME) {
        break;
      }
    }
    boolean full = newIndexes.size() + succeeded.size() + failed.size() >= UNCOUNTED_AT_A_TIME;
    changed |= !succeeded.equals(status.uncounted("succeeded"));
    changed |= !failed.equals(status.uncounted("failed"));
    status.uncounted("succeeded", succeeded);
    status.uncounted("failed", failed);
    changed |= spec.indexed() && indexes(status, job, newIndexes);
    if (outcome.isPresent()) {
      Outcome end = outcome.get();
      changed |= announce(status, end, now);
    }
    return new PodTracking(release, tracked, changed, full);
  }

  private static Verdict verdict(JobSpec spec, JobPod pod) {
    return spec.failurePolicy().verdict(pod.pod());
  }

  private static boolean mayRelease(JobAssessment job, JobPod pod, Optional<Outcome> outcome) {
    if (job.spec().deleted() || outcome.isPresent() || pod.pod().succeeded()) {
      return true;
    }
    JobPod last = job.replaceable().get(pod.index());
    return job.spec().failed(pod) && (last == null || !last.uid().equals(pod.uid()));
  }

  private static boolean indexes(JobStatus status, JobAssessment job, Set<Integer> added) {
    CompletionIndexes done = job.counted().plus(CompletionIndexes.of(added)).plus(job.done());
    boolean changed =
        put(status.fields().completedIndexes(), done.isEmpty() ? "" : done.toString());
    status.fields().succeeded().setUnlessZero(done.total());
    if (job.lost().isPresent()) {
      String lost = job.lost().get().toString();
      changed |= !status.fields().failedIndexes().node().asText("-").equals(lost);
      status.fields().failedIndexes(lost);
    }
    return changed || !added.isEmpty();
  }

  private static boolean put(TextField field, String value) {
    if (field.text().equals(value)) {
      return false;
    }
    if (value.isEmpty()) {
      field.remove();
    } else {
      field.set(value);
    }
    return true;
  }

  private static boolean announce(JobStatus status, Outcome end, Instant now) {
    return !status.isTrue(end.announcedBy())
        && status.ensure(end.announcedBy(), true, end.reason(), end.message(), now);
  }

  /**
   * Ends the Job if nothing of it is left.
   *
   * @return whether it did
   */
  static boolean end(JobStatus status, Outcome outcome, Instant now) {
    if (!status.allCounted() || status.fields().terminating().number() > 0) {
      return false;
    }
    status.ensure(outcome.lastCondition(), true, outcome.reason(), outcome.message(), now);
    if (outcome.success()) {
      status.fields().completionTime(Times.seconds(now));
    }
    return true;
  }
}
