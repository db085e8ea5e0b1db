package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Where a Job stands: what its pods came to, and whether it is at an end.
 *
 * @param active pods neither at their end nor on the way out
 * @param succeeded how many pods, or indexes, succeeded, with those that are not counted yet
 * @param failed how many pods failed that count
 * @param counted the indexes that the status says succeeded; empty if the Job has none
 * @param done those, with the ones that are new
 * @param lost indexes that failed for good; empty unless there is a limit for each
 * @param replaceable for an index that is to be tried again, the pod of the last try
 * @param outcome how it ends, if it does
 * @param deadlineIn when to look again because of activeDeadlineSeconds
 */
record JobAssessment(
    JobSpec spec,
    List<JobPod> pods,
    List<JobPod> active,
    int succeeded,
    int failed,
    CompletionIndexes counted,
    CompletionIndexes done,
    Optional<CompletionIndexes> lost,
    Map<Integer, JobPod> replaceable,
    PodBackoff backoff,
    Optional<Outcome> outcome,
    Optional<Duration> deadlineIn) {

  /**
   * @param before what the Job had to wait for so far
   */
  static JobAssessment of(ObjectNode job, List<JobPod> pods, PodBackoff before, Instant now) {
    JobSpec spec = new JobSpec(job);
    JobStatus status = JobStatus.copyOf(job);
    Set<String> knownSucceeded = status.uncounted("succeeded");
    Set<String> knownFailed = status.uncounted("failed");
    List<JobPod> open =
        pods.stream()
            .filter(JobPod::tracked)
            .filter(pod -> !spec.indexed() || spec.owns(pod.index()))
            .toList();
    List<JobPod> newSucceeded =
        only(open, pod -> !knownSucceeded.contains(pod.uid()) && pod.pod().succeeded());
    List<JobPod> newFailed =
        only(open, pod -> !knownFailed.contains(pod.uid()) && spec.failed(pod));
    PodFailurePolicy policy = spec.failurePolicy();
    int failed =
        status.failed()
            + knownFailed.size()
            + only(newFailed, pod -> policy.verdict(pod.pod()).counts()).size();
    FinishedIndexes indexes = FinishedIndexes.of(spec, status, pods);
    int succeeded =
        spec.indexed()
            ? indexes.done().total()
            : status.succeeded() + knownSucceeded.size() + newSucceeded.size();
    List<JobPod> active = only(pods, pod -> pod.pod().active());
    Optional<Outcome> outcome = JobOutcomes.outcome(spec, status, pods, failed, indexes, now);
    return new JobAssessment(
        spec,
        List.copyOf(pods),
        active,
        succeeded,
        failed,
        indexes.counted(),
        indexes.done(),
        indexes.lost(),
        indexes.replaceable(spec, open, active),
        before.after(newSucceeded, newFailed),
        outcome,
        outcome.isPresent() ? Optional.empty() : JobOutcomes.deadlineIn(spec, status, now));
  }

  private static List<JobPod> only(List<JobPod> pods, Predicate<JobPod> which) {
    return new ArrayList<>(pods.stream().filter(which).toList());
  }

  /** Whether it is done with {@code stillActive} pods left. */
  boolean complete(int stillActive) {
    int enough = spec.completions().orElse(1);
    return succeeded >= enough && stillActive == 0;
  }
}
