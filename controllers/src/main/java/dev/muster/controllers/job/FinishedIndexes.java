package dev.muster.controllers.job;

import dev.muster.controllers.job.PodFailurePolicy.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The indexes of an indexed Job that are at an end.
 *
 * @param counted those the status says succeeded
 * @param done those, with the ones that are new
 * @param lost those that failed for good; empty unless there is a limit for each
 */
record FinishedIndexes(
    CompletionIndexes counted, CompletionIndexes done, Optional<CompletionIndexes> lost) {

  static FinishedIndexes of(JobSpec spec, JobStatus status, List<JobPod> pods) {
    if (!spec.indexed()) {
      return new FinishedIndexes(CompletionIndexes.NONE, CompletionIndexes.NONE, Optional.empty());
    }
    int completions = spec.completions().orElse(0);
    CompletionIndexes counted =
        CompletionIndexes.parse(status.fields().completedIndexes().text(), completions);
    List<Integer> succeeded = new ArrayList<>();
    List<Integer> failed = new ArrayList<>();
    for (JobPod pod : pods) {
      if (pod.tracked() && spec.owns(pod.index())) {
        if (pod.pod().succeeded()) {
          succeeded.add(pod.index());
        }
        if (spec.backoffLimitPerIndex().isPresent() && failsIndex(spec, pod)) {
          failed.add(pod.index());
        }
      }
    }
    Optional<CompletionIndexes> lost =
        spec.backoffLimitPerIndex().isEmpty()
            ? Optional.empty()
            : Optional.of(
                CompletionIndexes.parse(status.fields().failedIndexes().text(), completions)
                    .plus(CompletionIndexes.of(failed)));
    return new FinishedIndexes(counted, counted.plus(CompletionIndexes.of(succeeded)), lost);
  }

  private static boolean failsIndex(JobSpec spec, JobPod pod) {
    if (!spec.failed(pod)) {
      return false;
    }
    Verdict verdict = spec.failurePolicy().verdict(pod.pod());
    return spec.hasFailurePolicy() && verdict instanceof Verdict.FailIndex
        || verdict.counts() && pod.failures() >= spec.backoffLimitPerIndex().orElseThrow();
  }

  Optional<Outcome> failure(JobSpec spec) {
    int failed = lost.map(CompletionIndexes::total).orElse(0);
    if (spec.maxFailedIndexes().isPresent() && failed > spec.maxFailedIndexes().getAsInt()) {
      return Optional.of(
          Outcome.failure(
              "MaxFailedIndexesExceeded",
              "Job has exceeded the specified maximal number of failed indexes"));
    }
    return failed > 0 && failed + done.total() >= spec.completions().orElse(0)
        ? Optional.of(Outcome.failure("FailedIndexes", "Job has failed indexes"))
        : Optional.empty();
  }

  Optional<Outcome> success(JobSpec spec) {
    return spec.indexed()
        ? new SuccessPolicy(spec.successRules().at().node(), spec.completions().orElse(0))
            .met(done)
            .map(which -> Outcome.success("SuccessPolicy", which))
        : Optional.empty();
  }

  /**
   * For an index that is to be tried again, the pod of the last try. It keeps its finalizer until
   * its successor is there, which takes the number of failures over from it.
   */
  Map<Integer, JobPod> replaceable(JobSpec spec, List<JobPod> open, List<JobPod> active) {
    Map<Integer, JobPod> out = new TreeMap<>();
    if (lost.isEmpty()) {
      return out;
    }
    Set<Integer> running =
        new HashSet<>(active.stream().map(JobPod::index).collect(Collectors.toSet()));
    for (JobPod pod : open) {
      int index = pod.index();
      if (spec.failed(pod)
          && !done.has(index)
          && !lost.get().has(index)
          && !running.contains(index)) {
        JobPod other = out.get(index);
        if (other == null
            || other.allFailures() <= pod.allFailures()
                && !pod.finished().isBefore(other.finished())) {
          out.put(index, pod);
        }
      }
    }
    return out;
  }
}
