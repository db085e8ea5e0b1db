package dev.muster.controllers.job;

import dev.muster.controllers.observed.ObservedPod;
import dev.muster.views.CoreV1.ContainerStatus;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A pod of a Job, with what the Job's controller wrote on it. */
record JobPod(ObservedPod pod) {
  static final String TRACKING = "batch.kubernetes.io/job-tracking";
  static final String INDEX = "batch.kubernetes.io/job-completion-index";
  static final String FAILURES = "batch.kubernetes.io/job-index-failure-count";
  static final String IGNORED_FAILURES = "batch.kubernetes.io/job-index-ignored-failure-count";

  /** The index of a pod that has none. */
  static final int NO_INDEX = -1;

  String uid() {
    return pod.uid();
  }

  /** Whether the Job has still to count it. */
  boolean tracked() {
    return pod.hasFinalizer(TRACKING);
  }

  int index() {
    return number(INDEX, NO_INDEX);
  }

  /** How often its index failed before, as far as that counts. */
  int failures() {
    return number(FAILURES, 0);
  }

  int ignoredFailures() {
    return number(IGNORED_FAILURES, 0);
  }

  int allFailures() {
    return failures() + ignoredFailures();
  }

  private int number(String annotation, int otherwise) {
    try {
      int value = Integer.parseInt(pod.annotation(annotation));
      return value < 0 ? otherwise : value;
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }

  /** When it came to its end, as well as can be told. */
  Instant finished() {
    return containersFinished()
        .or(() -> unreadySince())
        .or(() -> deletionAsked())
        .orElseGet(pod::created);
  }

  private Optional<Instant> containersFinished() {
    Set<String> sidecars =
        pod.spec().initContainers().stream()
            .filter(each -> each.restartPolicy().text().equals("Always"))
            .map(each -> each.name().text())
            .collect(Collectors.toSet());
    Optional<Instant> latest = Optional.empty();
    for (ContainerStatus status :
        Stream.concat(
                pod.status().containerStatuses().stream(),
                pod.status().initContainerStatuses().stream()
                    .filter(each -> sidecars.contains(each.name().text())))
            .toList()) {
      Optional<Instant> end = ObservedPod.time(status.state().terminated().finishedAt());
      if (end.isEmpty()) {
        return Optional.empty();
      }
      latest = latest.isEmpty() || latest.get().isBefore(end.get()) ? end : latest;
    }
    return latest;
  }

  private Optional<Instant> unreadySince() {
    return pod.condition("Ready")
        .filter(ready -> ready.status().text().equals("False"))
        .flatMap(ready -> ObservedPod.time(ready.lastTransitionTime()));
  }

  private Optional<Instant> deletionAsked() {
    return ObservedPod.time(pod.metadata().deletionTimestamp())
        .map(at -> at.minusSeconds(pod.metadata().deletionGracePeriodSeconds().number()));
  }
}
