package dev.muster.apiserver.resourcemetrics;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What something had used at a time.
 *
 * @param cpuSeconds since it was started
 * @param memory bytes that are in use
 * @param started the earliest time there is, if nobody knows
 */
record UsagePoint(Instant at, double cpuSeconds, long memory, Instant started) {
  private static final double NANOS = 1e9;

  /** Nothing has run for longer; what a node says beyond it is not so. */
  private static final Duration LONGEST = Duration.ofDays(36_500);

  /** A container younger than this has no rate of its own yet, as with metrics-server. */
  private static final Duration YOUNG = Duration.ofSeconds(10);

  /** What was used since an earlier point; nothing if that cannot be told. */
  Optional<UsageRate> since(UsagePoint before) {
    Duration window = Duration.between(before.at, at);
    if (!window.isPositive() || window.compareTo(LONGEST) > 0 || cpuSeconds < before.cpuSeconds) {
      return Optional.empty();
    }
    double cores = (cpuSeconds - before.cpuSeconds) / (window.toNanos() / NANOS);
    return Optional.of(new UsageRate(at, window, (long) (cores * NANOS), memory));
  }

  /** What was used since the start, of something that is new. */
  Optional<UsageRate> sinceStart() {
    return Duration.between(started, at).compareTo(YOUNG) < 0 || started.equals(Instant.EPOCH)
        ? Optional.empty()
        : since(new UsagePoint(started, 0, 0, started));
  }
}
