package dev.muster.client.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** How long a key has to wait after each failure: twice as long each time, up to a bound. */
final class RateLimited {
  private final Duration first;
  private final Duration last;
  private final Map<String, Duration> delays = new HashMap<>();

  RateLimited(Duration first, Duration last) {
    this.first = first;
    this.last = last;
  }

  Duration next(String key) {
    Duration delay = delays.getOrDefault(key, first);
    Duration doubled = delay.multipliedBy(2);
    delays.put(key, doubled.compareTo(last) > 0 ? last : doubled);
    return delay;
  }

  void forget(String key) {
    delays.remove(key);
  }
}
