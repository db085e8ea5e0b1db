package dev.muster.controllers.job;

import static dev.muster.controllers.job.JobOf.NOW;
import static dev.muster.controllers.job.JobOf.indexed;
import static dev.muster.controllers.job.JobOf.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PodTrackingTest {
  private final Optional<Outcome> failure = Optional.of(Outcome.failure("R", "m"));

  private static PodTracking track(
      JobStatus status, ObjectNode job, Optional<Outcome> outcome, JobPod... pods) {
    JobAssessment found = JobAssessment.of(job, List.of(pods), PodBackoff.NONE, NOW);
    return PodTracking.into(status, found, outcome, NOW);
  }

  private static List<String> names(PodTracking tracking) {
    return tracking.release().stream().map(pod -> pod.pod().name()).toList();
  }

  @Test
  void aPodIsNamedInTheStatusBeforeItIsReleasedAndCountedAfter() {
    ObjectNode job = JobOf.job("{completions: 3, backoffLimit: 6}", "{succeeded: 1}");
    JobStatus status = JobStatus.copyOf(job);
    PodTracking tracking =
        track(
            status,
            job,
            Optional.empty(),
            pod("ok", "Succeeded"),
            pod("bad", "Failed"),
            pod("runs", "Running"));
    assertThat(names(tracking)).containsExactly("ok", "bad");
    assertThat(tracking.changed()).isTrue();
    assertThat(status.uncounted("succeeded")).containsExactly("uid-ok");
    assertThat(status.uncounted("failed")).containsExactly("uid-bad");
    assertThat(status.succeeded()).isEqualTo(1);

    assertThat(status.countWithout(Set.of("uid-runs", "uid-bad"))).isTrue();
    assertThat(status.succeeded()).isEqualTo(2);
    assertThat(status.failed()).isZero();
    assertThat(status.uncounted("failed")).containsExactly("uid-bad");
  }

  @Test
  void aCrashBetweenTheTwoCountsNobodyTwice() {
    ObjectNode job =
        JobOf.job(
            "{completions: 3}", "{succeeded: 1, uncountedTerminatedPods: {succeeded: ['uid-ok']}}");
    JobStatus status = JobStatus.copyOf(job);
    PodTracking again = track(status, job, Optional.empty(), pod("ok", "Succeeded"));
    assertThat(names(again)).containsExactly("ok");
    assertThat(again.changed()).isFalse();
    assertThat(status.succeeded()).isEqualTo(1);

    JobStatus released = JobStatus.copyOf(job);
    PodTracking after = track(released, job, Optional.empty());
    assertThat(after.changed()).isTrue();
    assertThat(released.succeeded()).isEqualTo(2);
    assertThat(released.allCounted()).isTrue();
  }

  @Test
  void whatStillRunsCountsAsFailedWhenTheJobFails() {
    ObjectNode job = JobOf.job("{completions: 3, backoffLimit: 0}", "{}");
    JobStatus status = JobStatus.copyOf(job);
    PodTracking tracking = track(status, job, failure, pod("runs", "Running"));
    assertThat(names(tracking)).containsExactly("runs");
    assertThat(status.uncounted("failed")).containsExactly("uid-runs");
    assertThat(status.isTrue("FailureTarget")).isTrue();
    assertThat(status.isTrue("Failed")).isFalse();
  }

  @Test
  void theLastConditionComesWhenNothingIsLeft() {
    JobStatus status = JobStatus.copyOf(JobOf.job("{}", "{terminating: 1}"));
    assertThat(PodTracking.end(status, failure.orElseThrow(), NOW)).isFalse();
    status.tree().put("terminating", 0);
    assertThat(PodTracking.end(status, failure.orElseThrow(), NOW)).isTrue();
    assertThat(status.isTrue("Failed")).isTrue();
    assertThat(status.tree().has("completionTime")).isFalse();
  }

  @Test
  void thePodOfALastTryKeepsItsFinalizerUntilItsSuccessorIsThere() {
    ObjectNode job =
        JobOf.job(
            "{completions: 2, completionMode: 'Indexed', backoffLimitPerIndex: 3, backoffLimit:"
                + " 100}",
            "{}");
    assertThat(names(track(JobStatus.copyOf(job), job, Optional.empty(), indexed(0, "Failed", 0))))
        .isEmpty();
    assertThat(
            names(
                track(
                    JobStatus.copyOf(job),
                    job,
                    Optional.empty(),
                    indexed(0, "Failed", 0),
                    indexed(0, "Running", 1))))
        .containsExactly("p0-0");
  }

  @Test
  void indexesAreInTheStatusAndNotTheirPods() {
    ObjectNode job =
        JobOf.job("{completions: 5, completionMode: 'Indexed', backoffLimit: 6}", "{}");
    JobStatus status = JobStatus.copyOf(job);
    track(status, job, Optional.empty(), indexed(0, "Succeeded", 0), indexed(1, "Succeeded", 0));
    assertThat(status.tree().path("completedIndexes").asText()).isEqualTo("0,1");
    assertThat(status.succeeded()).isEqualTo(2);
    assertThat(status.uncounted("succeeded")).isEmpty();
  }

  @Test
  void aFailureThatThePolicyIgnoresIsReleasedUncounted() {
    ObjectNode job =
        JobOf.job(
            "{backoffLimit: 0, podFailurePolicy: {rules: [{action: 'Ignore', onPodConditions:"
                + " [{type: 'DisruptionTarget', status: 'True'}]}]}}",
            "{}");
    JobStatus status = JobStatus.copyOf(job);
    PodTracking tracking =
        track(
            status,
            job,
            Optional.empty(),
            pod("a", "Failed", "", "conditions: [{type: 'DisruptionTarget', status: 'True'}]"));
    assertThat(names(tracking)).containsExactly("a");
    assertThat(status.allCounted()).isTrue();
  }
}
