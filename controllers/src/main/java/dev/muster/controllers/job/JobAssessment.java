package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
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
   * @param releasing uids of pods whose finalizer was taken, whatever the cache says
   * @param before what the Job had to wait for so far
   */
  static JobAssessment of(
      ObjectNode job, List<JobPod> pods, Set<String> releasing, PodBackoff before, Instant now) {
    JobSpec spec = new JobSpec(job);
    JobStatus status = JobStatus.copyOf(job);
    Set<String> knownSucceeded = status.uncounted("succeeded");
    Set<String> knownFailed = status.uncounted("failed");
    List<JobPod> open =
        pods.stream()
            .filter(pod -> pod.tracked() && !releasing.contains(pod.uid()))
            .filter(pod -> !spec.indexed() || spec.owns(pod.index()))
            .toList();
    List<JobPod> newSucceeded =
        only(open, pod -> !knownSucceeded.contains(pod.uid()) && pod.pod().succeeded());
    List<JobPod> newFailed =
        only(open, pod -> !knownFailed.contains(pod.uid()) && spec.failed(pod));
    PodFailurePolicy policy = spec.failurePolicy();
    int failed =
        status.number("failed")
            + knownFailed.size()
            + only(newFailed, pod -> policy.verdict(pod.pod()).counts()).size();
    FinishedIndexes indexes = FinishedIndexes.of(spec, status, pods);
    int succeeded =
        spec.indexed()
            ? indexes.done().total()
            : status.number("succeeded") + knownSucceeded.size() + newSucceeded.size();
    List<JobPod> active = only(pods, pod -> pod.pod().active());
    Optional<Outcome> outcome = outcome(spec, status, pods, failed, indexes, now);
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
        outcome.isPresent() ? Optional.empty() : deadlineIn(spec, status, now));
  }

  private static List<JobPod> only(List<JobPod> pods, Predicate<JobPod> which) {
    return new ArrayList<>(pods.stream().filter(which).toList());
  }

  private static Optional<Outcome> outcome(
      JobSpec spec,
      JobStatus status,
      List<JobPod> pods,
      int failed,
      FinishedIndexes indexes,
      Instant now) {
    Optional<Outcome> announced =
        announced(status, "SuccessCriteriaMet").or(() -> announced(status, "FailureTarget"));
    return announced
        .or(() -> failedByPolicy(spec, pods))
        .or(() -> failedByLimits(spec, status, pods, failed, now))
        .or(() -> indexes.failure(spec))
        .or(() -> indexes.success(spec));
  }

  private static Optional<Outcome> announced(JobStatus status, String type) {
    return status
        .condition(type)
        .filter(each -> each.path("status").asText().equals("True"))
        .map(
            each ->
                new Outcome(
                    type.equals("SuccessCriteriaMet"),
                    each.path("reason").asText(),
                    each.path("message").asText()));
  }

  private static Optional<Outcome> failedByPolicy(JobSpec spec, List<JobPod> pods) {
    for (JobPod pod : pods) {
      if (spec.hasFailurePolicy()
          && spec.failed(pod)
          && spec.failurePolicy().verdict(pod.pod())
              instanceof PodFailurePolicy.Verdict.FailJob job) {
        return Optional.of(Outcome.failure("PodFailurePolicy", job.message()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Outcome> failedByLimits(
      JobSpec spec, JobStatus status, List<JobPod> pods, int failed, Instant now) {
    if (failed > spec.backoffLimit() || restartedTooOften(spec, pods)) {
      return Optional.of(
          Outcome.failure("BackoffLimitExceeded", "Job has reached the specified backoff limit"));
    }
    if (deadlineIn(spec, status, now).filter(left -> !left.isPositive()).isPresent()) {
      return Optional.of(
          Outcome.failure("DeadlineExceeded", "Job was active longer than specified deadline"));
    }
    return Optional.empty();
  }

  private static boolean restartedTooOften(JobSpec spec, List<JobPod> pods) {
    long restarts = 0;
    for (JobPod each : pods) {
      ObservedPod pod = each.pod();
      if (pod.phase().equals("Running") || pod.phase().equals("Pending")) {
        for (String list : List.of("initContainerStatuses", "containerStatuses")) {
          restarts +=
              pod.status()
                  .path(list)
                  .valueStream()
                  .mapToLong(status -> status.path("restartCount").asLong())
                  .sum();
        }
      }
    }
    return spec.restartsOnFailure() && restarts > 0 && restarts >= spec.backoffLimit();
  }

  /** A Job that starts now has all its time. */
  private static Optional<Duration> deadlineIn(JobSpec spec, JobStatus status, Instant now) {
    return spec.suspended()
        ? Optional.empty()
        : spec.activeDeadline()
            .map(all -> all.minus(Duration.between(status.startTime().orElse(now), now)));
  }

  /** Whether it is done with {@code stillActive} pods left. */
  boolean complete(int stillActive) {
    int enough = spec.completions().orElse(1);
    return succeeded >= enough && stillActive == 0;
  }
}
