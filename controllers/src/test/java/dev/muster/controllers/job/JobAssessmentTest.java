package dev.muster.controllers.job;

import static dev.muster.controllers.job.JobOf.NOW;
import static dev.muster.controllers.job.JobOf.assess;
import static dev.muster.controllers.job.JobOf.indexed;
import static dev.muster.controllers.job.JobOf.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobAssessmentTest {
  private static final String TWO = "{completions: 2, parallelism: 2, backoffLimit: 0}";
  private static final String INDEXED =
      "{completions: 3, parallelism: 3, completionMode: 'Indexed', backoffLimit: 100";

  private static String end(JobAssessment job) {
    return job.outcome().map(Outcome::reason).orElse("goes on");
  }

  @Test
  void countsWhatSucceededAndIsNotInTheStatusYet() {
    JobAssessment job =
        assess(
            TWO,
            "{succeeded: 1, uncountedTerminatedPods: {succeeded: ['uid-b']}}",
            pod("a", "Succeeded"),
            pod("b", "Succeeded"));
    assertThat(job.succeeded()).isEqualTo(3);
    assertThat(job.complete(0)).isTrue();
    assertThat(job.complete(1)).isFalse();
  }

  @Test
  void endsBeyondTheBackoffLimit() {
    assertThat(end(assess(TWO, "{}", pod("a", "Failed")))).isEqualTo("BackoffLimitExceeded");
    assertThat(end(assess("{backoffLimit: 1}", "{}", pod("a", "Failed")))).isEqualTo("goes on");
    assertThat(end(assess("{backoffLimit: 1}", "{failed: 1}", pod("a", "Failed"))))
        .isEqualTo("BackoffLimitExceeded");
  }

  @Test
  void aPodOnItsWayOutHasFailedUnlessOnlyFailedOnesAreReplaced() {
    JobPod leaving = pod("a", "Running", "deletionTimestamp: '2026-01-01T00:09:00Z'", "");
    assertThat(assess("{backoffLimit: 6}", "{}", leaving).failed()).isEqualTo(1);
    assertThat(assess("{backoffLimit: 6, podReplacementPolicy: 'Failed'}", "{}", leaving).failed())
        .isZero();
  }

  @Test
  void endsWhenPodsThatRestartOnFailureRestartTooOften() {
    String spec = "{backoffLimit: 2, template: {spec: {restartPolicy: 'OnFailure'}}}";
    JobPod once = pod("a", "Running", "", "containerStatuses: [{restartCount: 1}]");
    JobPod twice = pod("a", "Running", "", "containerStatuses: [{restartCount: 2}]");
    assertThat(end(assess(spec, "{}", once))).isEqualTo("goes on");
    assertThat(end(assess(spec, "{}", twice))).isEqualTo("BackoffLimitExceeded");
  }

  @Test
  void endsAtItsDeadlineButNotWhileSuspended() {
    String status = "{startTime: '2026-01-01T00:09:00Z'}";
    assertThat(end(assess("{activeDeadlineSeconds: 60}", status))).isEqualTo("DeadlineExceeded");
    assertThat(assess("{activeDeadlineSeconds: 90}", status).deadlineIn())
        .contains(Duration.ofSeconds(30));
    JobAssessment suspended = assess("{activeDeadlineSeconds: 60, suspend: true}", status);
    assertThat(end(suspended)).isEqualTo("goes on");
    assertThat(suspended.deadlineIn()).isEmpty();
  }

  @Test
  void keepsTheEndThatWasAnnounced() {
    JobAssessment job =
        assess(
            TWO,
            "{conditions: [{type: 'FailureTarget', status: 'True', reason: 'PodFailurePolicy', message: 'm'}]}",
            pod("a", "Succeeded"),
            pod("b", "Succeeded"));
    assertThat(job.outcome()).contains(Outcome.failure("PodFailurePolicy", "m"));
  }

  @Test
  void aRuleOfTheFailurePolicyEndsItOrLooksAway() {
    String spec =
        "{backoffLimit: 0, podFailurePolicy: {rules: ["
            + "{action: 'FailJob', onExitCodes: {containerName: 'c', operator: 'In', values: [42]}},"
            + "{action: 'Ignore', onPodConditions: [{type: 'DisruptionTarget', status: 'True'}]}]}}";
    JobPod wrong =
        pod(
            "a",
            "Failed",
            "",
            "containerStatuses: [{name: 'c', state: {terminated: {exitCode: 42}}}]");
    JobPod evicted =
        pod("a", "Failed", "", "conditions: [{type: 'DisruptionTarget', status: 'True'}]");
    assertThat(assess(spec, "{}", wrong).outcome())
        .contains(
            Outcome.failure(
                "PodFailurePolicy",
                "Container c for pod ns/a failed with exit code 42 matching FailJob rule at index 0"));
    assertThat(end(assess(spec, "{}", evicted))).isEqualTo("goes on");
    assertThat(assess(spec, "{}", evicted).failed()).isZero();
  }

  @Test
  void anIndexIsLostWhenItFailedOftenEnough() {
    String spec = INDEXED + ", backoffLimitPerIndex: 1}";
    JobAssessment once = assess(spec, "{}", indexed(0, "Failed", 0));
    assertThat(once.lost()).contains(CompletionIndexes.NONE);
    assertThat(once.replaceable()).containsOnlyKeys(0);
    JobAssessment twice = assess(spec, "{}", indexed(0, "Failed", 1));
    assertThat(twice.lost().map(CompletionIndexes::toString)).contains("0");
    assertThat(twice.replaceable()).isEmpty();
    assertThat(end(twice)).isEqualTo("goes on");
    assertThat(
            end(
                assess(
                    spec, "{failedIndexes: '1', completedIndexes: '2'}", indexed(0, "Failed", 1))))
        .isEqualTo("FailedIndexes");
  }

  @Test
  void tooManyLostIndexesEndIt() {
    String spec = INDEXED + ", backoffLimitPerIndex: 0, maxFailedIndexes: 1}";
    assertThat(end(assess(spec, "{}", indexed(0, "Failed", 0)))).isEqualTo("goes on");
    assertThat(end(assess(spec, "{failedIndexes: '2'}", indexed(0, "Failed", 0))))
        .isEqualTo("MaxFailedIndexesExceeded");
  }

  @Test
  void aSuccessPolicyEndsItBeforeAllIndexesAreDone() {
    String spec =
        INDEXED
            + ", successPolicy: {rules: [{succeededIndexes: '1,2', succeededCount: 2}, {succeededCount: 2}]}}";
    assertThat(end(assess(spec, "{}", indexed(0, "Succeeded", 0)))).isEqualTo("goes on");
    assertThat(assess(spec, "{}", indexed(1, "Succeeded", 0), indexed(2, "Succeeded", 0)).outcome())
        .contains(Outcome.success("SuccessPolicy", "Matched rules at index 0"));
    assertThat(assess(spec, "{}", indexed(0, "Succeeded", 0), indexed(2, "Succeeded", 0)).outcome())
        .contains(Outcome.success("SuccessPolicy", "Matched rules at index 1"));
  }

  @Test
  void anIndexThatIsNotOfThisJobCountsNothing() {
    JobAssessment job =
        assess(INDEXED + "}", "{}", indexed(7, "Succeeded", 0), pod("none", "Succeeded"));
    assertThat(job.succeeded()).isZero();
    assertThat(job.outcome()).isEqualTo(Optional.empty());
  }

  @Test
  void waitsTwiceAsLongAfterEachFailureAndNotAfterASuccess() {
    JobPod failed =
        pod(
            "a",
            "Failed",
            "",
            "containerStatuses: [{state: {terminated: {finishedAt: '2026-01-01T00:09:55Z'}}}]");
    assertThat(PodBackoff.NONE.after(List.of(), List.of(failed)).remaining(NOW))
        .isEqualTo(Duration.ofSeconds(5));
    assertThat(new PodBackoff(3, NOW).remaining(NOW)).isEqualTo(Duration.ofSeconds(40));
    assertThat(new PodBackoff(1000, NOW).remaining(NOW)).isEqualTo(Duration.ofMinutes(10));
    assertThat(new PodBackoff(3, NOW).after(List.of(pod("b", "Succeeded")), List.of()))
        .isEqualTo(PodBackoff.NONE);
  }
}
