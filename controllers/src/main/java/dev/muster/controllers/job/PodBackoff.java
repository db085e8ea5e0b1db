package dev.muster.controllers.job;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How long a Job waits before it replaces pods that failed: ten seconds after the first failure,
 * twice as long after each further one, at most ten minutes; a success begins anew.
 *
 * @param failures since the last success
 * @param last when the last of them was
 */
record PodBackoff(int failures, @Nullable Instant last) {
  static final PodBackoff NONE = new PodBackoff(0, null);
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  /** With pods that came to their end since. */
  PodBackoff after(List<JobPod> succeeded, List<JobPod> failed) {
    if (succeeded.isEmpty() && failed.isEmpty()) {
      return this;
    }
    if (succeeded.isEmpty()) {
      return new PodBackoff(failures + failed.size(), latest(failed));
    }
    Instant success = latest(succeeded);
    List<JobPod> since = failed.stream().filter(pod -> pod.finished().isAfter(success)).toList();
    return since.isEmpty() ? NONE : new PodBackoff(since.size(), latest(since));
  }

  private static Instant latest(List<JobPod> pods) {
    return pods.stream().map(JobPod::finished).max(Comparator.naturalOrder()).orElseThrow();
  }

  /** For the index of this pod, which failed. */
  static PodBackoff ofIndex(JobPod failed) {
    return new PodBackoff(failed.allFailures() + 1, failed.finished());
  }

  /** What is left of the wait; zero if it is over. */
  Duration remaining(Instant now) {
    if (failures == 0 || last == null) {
      return Duration.ZERO;
    }
    Duration wait = FIRST;
    for (int i = 1; i < failures && wait.compareTo(LONGEST) < 0; i++) {
      wait = wait.multipliedBy(2);
    }
    Duration capped = wait.compareTo(LONGEST) > 0 ? LONGEST : wait;
    Duration left = capped.minus(Duration.between(last, now));
    return left.isNegative() ? Duration.ZERO : left;
  }
}
