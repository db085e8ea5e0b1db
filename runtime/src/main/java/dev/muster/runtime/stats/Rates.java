package dev.muster.runtime.stats;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** How fast a counter grows, from one reading to the next. Forgets the oldest beyond a bound. */
final class Rates {
  private static final int MOST = 10_000;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private record Reading(long total, long at) {}

  private final Map<String, Reading> last =
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Reading> eldest) {
          return size() > MOST;
        }
      };

  /** Growth per second since the reading before; empty for the first. */
  synchronized OptionalLong next(String id, long total, long at) {
    Reading before = last.put(id, new Reading(total, at));
    if (before == null || at <= before.at() || total < before.total()) {
      return OptionalLong.empty();
    }
    double seconds = (double) (at - before.at()) / NANOS_PER_SECOND;
    return OptionalLong.of((long) ((total - before.total()) / seconds));
  }
}
