package dev.muster.model.codec;

import java.time.Duration;

/**
 * Seconds that somebody else has named. Beyond a hundred years they count as a hundred years: so
 * much can be added to any time and counted in nanoseconds, here and in clients, without an
 * overflow.
 */
public final class Seconds {
  /** A hundred years. */
  public static final long MOST = 36_500L * 86_400;

  private Seconds() {}

  /** As given, but in either direction no more than {@link #MOST}. */
  public static long bounded(long given) {
    return Math.clamp(given, -MOST, MOST);
  }

  /** As a duration, bounded. */
  public static Duration of(long given) {
    return Duration.ofSeconds(bounded(given));
  }
}
