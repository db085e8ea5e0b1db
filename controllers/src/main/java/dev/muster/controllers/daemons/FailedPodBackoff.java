package dev.muster.controllers.daemons;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** How often a node's failed pods are replaced: after a second, then ever later. Thread-safe. */
final class FailedPodBackoff {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(15);
  private static final int REMEMBERED = 10_000;

  private record Entry(Duration delay, Instant since) {}

  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  /** How long to wait; nothing if the pod may be replaced now, which then counts. */
  Optional<Duration> delay(String key, Instant now) {
    if (entries.size() > REMEMBERED) {
      entries.values().removeIf(e -> e.since().plus(LONGEST.multipliedBy(2)).isBefore(now));
    }
    Entry before = entries.get(key);
    if (before != null && now.isBefore(before.since().plus(before.delay()))) {
      return Optional.of(before.delay());
    }
    Duration next =
        before == null || before.since().plus(LONGEST.multipliedBy(2)).isBefore(now)
            ? FIRST
            : before.delay().multipliedBy(2);
    entries.put(key, new Entry(next.compareTo(LONGEST) > 0 ? LONGEST : next, now));
    return Optional.empty();
  }
}
