package dev.muster.controllers.job;

import dev.muster.controllers.observed.ObservedPod;
import dev.muster.views.BatchV1.JobCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What ends a Job. */
final class JobOutcomes {
  private JobOutcomes() {}

  /** The first of these that holds: what was announced, a failure, a success. */
  static Optional<Outcome> outcome(
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
        .filter(each -> JobCondition.of(each).status().text().equals("True"))
        .map(
            each ->
                new Outcome(
                    type.equals("SuccessCriteriaMet"),
                    JobCondition.of(each).reason().text(),
                    JobCondition.of(each).message().text()));
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
        restarts +=
            Stream.concat(
                    pod.status().initContainerStatuses().stream(),
                    pod.status().containerStatuses().stream())
                .mapToLong(status -> status.restartCount().number())
                .sum();
      }
    }
    return spec.restartsOnFailure() && restarts > 0 && restarts >= spec.backoffLimit();
  }

  /** A Job that starts now has all its time. */
  static Optional<Duration> deadlineIn(JobSpec spec, JobStatus status, Instant now) {
    return spec.suspended()
        ? Optional.empty()
        : spec.activeDeadline()
            .map(all -> all.minus(Duration.between(status.startTime().orElse(now), now)));
  }
}
