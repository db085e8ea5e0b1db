package dev.muster.controllers.job;

import static dev.muster.controllers.job.JobOf.NOW;
import static dev.muster.controllers.job.JobOf.assess;
import static dev.muster.controllers.job.JobOf.indexed;
import static dev.muster.controllers.job.JobOf.pod;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class WantedPodsTest {
  private static final String INDEXED =
      "{completions: 4, parallelism: 3, completionMode: 'Indexed', backoffLimit: 100";
  private static final int NONE = JobPod.NO_INDEX;

  private static WantedPods wanted(String spec, String status, JobPod... pods) {
    return WantedPods.of(assess(spec, status, pods), NOW);
  }

  private static List<String> removed(WantedPods wanted) {
    return ((WantedPods.Remove) wanted).pods().stream().map(pod -> pod.pod().name()).toList();
  }

  @Test
  void asManyAsMayRunAndAreLeftToDo() {
    assertThat(wanted("{completions: 5, parallelism: 3}", "{}"))
        .isEqualTo(new WantedPods.Create(List.of(NONE, NONE, NONE)));
    assertThat(wanted("{completions: 5, parallelism: 3}", "{succeeded: 4}"))
        .isEqualTo(new WantedPods.Create(List.of(NONE)));
    assertThat(wanted("{completions: 5, parallelism: 3}", "{succeeded: 5}"))
        .isEqualTo(new WantedPods.Enough());
  }

  @Test
  void withoutANumberOfCompletionsNoneAfterTheFirstSuccess() {
    assertThat(wanted("{parallelism: 2}", "{}", pod("a", "Running")))
        .isEqualTo(new WantedPods.Create(List.of(NONE)));
    assertThat(wanted("{parallelism: 2}", "{succeeded: 1}", pod("a", "Running")))
        .isEqualTo(new WantedPods.Enough());
  }

  @Test
  void pendingPodsGoFirstWhenThereAreTooMany() {
    assertThat(
            removed(
                wanted(
                    "{completions: 5, parallelism: 1}",
                    "{}",
                    pod("runs", "Running"),
                    pod("waits", "Pending"))))
        .containsExactly("waits");
  }

  @Test
  void allGoWhenItIsSuspended() {
    assertThat(removed(wanted("{completions: 5, suspend: true}", "{}", pod("a", "Running"))))
        .containsExactly("a");
    assertThat(wanted("{completions: 5, suspend: true}", "{}")).isEqualTo(new WantedPods.Enough());
  }

  @Test
  void theFirstIndexesThatAreFreeAndOnePodForEach() {
    assertThat(wanted(INDEXED + "}", "{completedIndexes: '0'}", indexed(2, "Running", 0)))
        .isEqualTo(new WantedPods.Create(List.of(1, 3)));
    assertThat(
            removed(
                wanted(
                    INDEXED + "}",
                    "{}",
                    indexed(1, "Running", 0),
                    indexed(1, "Pending", 1),
                    indexed(9, "Running", 0))))
        .containsExactly("p1-1", "p9-0");
  }

  @Test
  void aReplacementWaitsForTheBackoff() {
    JobPod failed =
        pod(
            "a",
            "Failed",
            "",
            "containerStatuses: [{state: {terminated: {finishedAt: '2026-01-01T00:09:56Z'}}}]");
    assertThat(wanted("{backoffLimit: 6}", "{}", failed))
        .isEqualTo(new WantedPods.Wait(Duration.ofSeconds(6)));
  }

  @Test
  void eachIndexWaitsForItself() {
    String spec = INDEXED + ", backoffLimitPerIndex: 5}";
    assertThat(wanted(spec, "{}", indexed(0, "Failed", 3)))
        .isEqualTo(new WantedPods.Create(List.of(0, 1, 2)));
    JobPod justNow =
        JobOf.pod(
            "p",
            "Failed",
            "annotations: {'batch.kubernetes.io/job-completion-index': '0', 'batch.kubernetes.io/job-index-failure-count': '1'}",
            "containerStatuses: [{state: {terminated: {finishedAt: '2026-01-01T00:09:59Z'}}}]");
    assertThat(wanted(spec, "{}", justNow)).isEqualTo(new WantedPods.Create(List.of(1, 2)));
    assertThat(wanted(spec, "{completedIndexes: '1-3'}", justNow))
        .isEqualTo(new WantedPods.Wait(Duration.ofSeconds(19)));
  }

  @Test
  void aPodOnItsWayOutIsReplacedAtOnceUnlessOnlyFailedOnesAre() {
    JobPod leaving = pod("a", "Running", "deletionTimestamp: '2026-01-01T00:00:00Z'", "");
    assertThat(wanted("{completions: 1, backoffLimit: 6}", "{}", leaving))
        .isEqualTo(new WantedPods.Create(List.of(NONE)));
    assertThat(
            wanted(
                "{completions: 1, backoffLimit: 6, podReplacementPolicy: 'Failed'}", "{}", leaving))
        .isEqualTo(new WantedPods.Enough());
  }

  @Test
  void noMoreThanAFewHundredAtATime() {
    assertThat(wanted("{completions: 10000, parallelism: 10000}", "{}"))
        .isInstanceOfSatisfying(
            WantedPods.Create.class, create -> assertThat(create.indexes()).hasSize(500));
  }
}
