package dev.muster.node.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Answers that are good for a while; when there are too many, those go that were used least lately.
 */
final class Remembered<V> {
  private static final int MOST = 1_024;

  private final InstantSource clock;
  private final Duration ttl;
  private final Map<String, Kept<V>> kept = new LinkedHashMap<>(16, 0.75f, true);

  private record Kept<V>(V value, Instant until) {}

  Remembered(InstantSource clock, Duration ttl) {
    this.clock = clock;
    this.ttl = ttl;
  }

  synchronized Optional<V> get(String key) {
    Kept<V> found = kept.get(key);
    if (found == null) {
      return Optional.empty();
    }
    if (clock.instant().isBefore(found.until)) {
      return Optional.of(found.value);
    }
    kept.remove(key);
    return Optional.empty();
  }

  synchronized void put(String key, V value) {
    kept.put(key, new Kept<>(value, clock.instant().plus(ttl)));
    if (kept.size() > MOST) {
      kept.remove(kept.keySet().iterator().next());
    }
  }

  synchronized int size() {
    return kept.size();
  }
}
