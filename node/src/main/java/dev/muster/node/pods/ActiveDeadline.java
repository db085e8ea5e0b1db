package dev.muster.node.pods;

import dev.muster.model.codec.Seconds;
import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/** For how long a pod may be active, if it says so. */
public record ActiveDeadline(InstantSource clock) {
  boolean isOver(Pod pod, Instant startTime) {
    return left(pod, startTime).filter(left -> !left.isPositive()).isPresent();
  }

  /** Until then; empty for pods that may be active for ever. */
  Optional<Duration> left(Pod pod, Instant startTime) {
    long seconds = pod.spec().activeDeadlineSeconds().number();
    return seconds <= 0
        ? Optional.empty()
        : Optional.of(
            Duration.between(clock.instant(), startTime.plusSeconds(Seconds.bounded(seconds))));
  }
}
