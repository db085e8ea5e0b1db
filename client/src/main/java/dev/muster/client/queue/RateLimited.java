package dev.muster.client.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** How long a key has to wait after each failure: 5 ms, twice as long each time, at most 1000 s. */
final class RateLimited {
  private static final Duration FIRST = Duration.ofMillis(5);
  private static final Duration LAST = Duration.ofSeconds(1000);

  /** Beyond this many doublings the longest time is reached. */
  private static final int DOUBLINGS = 18;

  private final Map<String, Integer> failures = new HashMap<>();

  Duration next(String key) {
    int before = failures.merge(key, 1, Integer::sum) - 1;
    if (before >= DOUBLINGS) {
      return LAST;
    }
    Duration delay = FIRST.multipliedBy(1L << before);
    return delay.compareTo(LAST) > 0 ? LAST : delay;
  }

  void forget(String key) {
    failures.remove(key);
  }
}
