package dev.muster.node.containers;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How long to wait before something is tried again: nothing at first, then twice as long each time
 * up to a limit; forgotten after twice the limit without trouble. Thread-safe.
 */
public final class Backoffs {
  private record Entry(Duration pause, Instant from) {}

  private final Duration first;
  private final Duration longest;
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();

  public Backoffs(Duration first, Duration longest) {
    this.first = first;
    this.longest = longest;
  }

  /**
   * How long it still has to wait, given when it last ended; an end that is yet to come was seen by
   * a clock that has been set back since, and is long ago.
   */
  public Duration left(String key, Instant ended, Instant now) {
    Entry entry = entries.get(key);
    if (entry == null || stale(entry, ended) || now.isBefore(ended)) {
      return Duration.ZERO;
    }
    Duration left = Duration.between(now, ended.plus(entry.pause()));
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** The present wait, for people to read. */
  public Duration pause(String key) {
    Entry entry = entries.get(key);
    return entry == null ? Duration.ZERO : entry.pause();
  }

  /** It is tried now: the next time waits longer. */
  public void tried(String key, Instant now) {
    entries.compute(
        key,
        (k, entry) -> {
          if (entry == null || stale(entry, now)) {
            return new Entry(first, now);
          }
          Duration doubled = entry.pause().multipliedBy(2);
          return new Entry(doubled.compareTo(longest) > 0 ? longest : doubled, now);
        });
  }

  private boolean stale(Entry entry, Instant now) {
    return Duration.between(entry.from(), now).compareTo(longest.multipliedBy(2)) > 0;
  }

  /** Forgets all keys that begin so. */
  public void forget(String prefix) {
    entries.keySet().removeIf(key -> key.startsWith(prefix));
  }
}
