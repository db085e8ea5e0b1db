package dev.muster.controllers.job;

import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.observed.RemovalOrder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What a Job that is not at its end does about its pods. */
sealed interface WantedPods {
  /** As many as are made or removed at a time. */
  int AT_A_TIME = 500;

  /** There are as many as there should be. */
  record Enough() implements WantedPods {}

  /** Too many, or the Job is suspended: these go, and count nothing. */
  record Remove(List<JobPod> pods) implements WantedPods {}

  /**
   * @param indexes one for each pod; {@link JobPod#NO_INDEX} if the Job has none
   */
  record Create(List<Integer> indexes) implements WantedPods {}

  /** There should be more, but not yet. */
  record Wait(Duration time) implements WantedPods {}

  static WantedPods of(JobAssessment job, Instant now) {
    JobSpec spec = job.spec();
    int active = job.active().size();
    int wanted = spec.suspended() ? 0 : wanted(job);
    List<JobPod> surplus = surplus(job, Math.max(0, active - wanted));
    if (!surplus.isEmpty()) {
      return new Remove(
          spec.suspended() ? surplus : surplus.subList(0, Math.min(AT_A_TIME, surplus.size())));
    }
    if (spec.suspended()) {
      return new Enough();
    }
    int leaving =
        spec.replacesOnlyFailed()
            ? (int) job.pods().stream().filter(pod -> pod.pod().terminating()).count()
            : 0;
    int missing = Math.min(AT_A_TIME, wanted - leaving - active);
    return missing <= 0 ? new Enough() : create(job, missing, now);
  }

  private static int wanted(JobAssessment job) {
    JobSpec spec = job.spec();
    if (spec.completions().isEmpty()) {
      return job.succeeded() > 0 ? job.active().size() : spec.parallelism();
    }
    int left = spec.completions().getAsInt() - job.succeeded();
    return Math.max(0, Math.min(left, spec.parallelism()));
  }

  private static WantedPods create(JobAssessment job, int missing, Instant now) {
    Duration wait = job.backoff().remaining(now);
    if (job.lost().isEmpty() && wait.isPositive()) {
      return new Wait(wait);
    }
    if (!job.spec().indexed()) {
      return new Create(Stream.generate(() -> JobPod.NO_INDEX).limit(missing).toList());
    }
    List<Integer> pending = pending(job, missing);
    List<Integer> due =
        pending.stream().filter(index -> !wait(job, index, now).isPositive()).toList();
    if (!due.isEmpty()) {
      return new Create(due);
    }
    Optional<Duration> shortest =
        pending.stream().map(index -> wait(job, index, now)).min(Comparator.naturalOrder());
    return shortest.<WantedPods>map(Wait::new).orElseGet(Enough::new);
  }

  private static Duration wait(JobAssessment job, int index, Instant now) {
    JobPod last = job.replaceable().get(index);
    return last == null ? Duration.ZERO : PodBackoff.ofIndex(last).remaining(now);
  }

  private static List<Integer> pending(JobAssessment job, int count) {
    boolean afterEnd = job.spec().replacesOnlyFailed();
    List<Integer> taken =
        job.pods().stream()
            .filter(pod -> pod.pod().active() || afterEnd && pod.pod().terminating())
            .map(JobPod::index)
            .filter(index -> index != JobPod.NO_INDEX)
            .toList();
    CompletionIndexes settled =
        job.done()
            .plus(CompletionIndexes.of(taken))
            .plus(job.lost().orElse(CompletionIndexes.NONE));
    return settled.firstMissing(count, job.spec().completions().orElse(0));
  }

  /** At least that many; of an indexed Job also those that stand in for another's index. */
  private static List<JobPod> surplus(JobAssessment job, int atLeast) {
    Comparator<JobPod> order = Comparator.comparing(JobPod::pod, new RemovalOrder());
    List<JobPod> surplus = new ArrayList<>();
    List<JobPod> others = new ArrayList<>();
    if (job.spec().indexed()) {
      TreeMap<Integer, List<JobPod>> byIndex = new TreeMap<>();
      job.active()
          .forEach(pod -> byIndex.computeIfAbsent(pod.index(), i -> new ArrayList<>()).add(pod));
      byIndex.forEach(
          (index, pods) -> {
            pods.sort(order);
            int kept = job.spec().owns(index) ? 1 : 0;
            surplus.addAll(pods.subList(0, pods.size() - kept));
            others.addAll(pods.subList(pods.size() - kept, pods.size()));
          });
    } else {
      others.addAll(job.active());
    }
    others.sort(order);
    surplus.addAll(
        others.subList(0, Math.max(0, Math.min(others.size(), atLeast - surplus.size()))));
    return surplus;
  }

  /** How many of these are ready. */
  static int ready(List<JobPod> pods) {
    return (int) pods.stream().map(JobPod::pod).filter(ObservedPod::ready).count();
  }
}
