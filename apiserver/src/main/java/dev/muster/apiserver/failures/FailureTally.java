package dev.muster.apiserver.failures;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Counts failures that nobody has told of yet: the first is worth telling at once, those that
 * follow once a minute together. Thread-safe.
 */
public final class FailureTally {
  private static final Duration QUIET = Duration.ofMinutes(1);

  private final LongSupplier nanoTime;
  private boolean told;
  private long toldAt;
  private long untold;

  public FailureTally(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Counts one more; returns how many to tell of now, 0 for none yet. */
  public synchronized long add() {
    untold++;
    long now = nanoTime.getAsLong();
    if (told && now - toldAt < QUIET.toNanos()) {
      return 0;
    }
    long failures = untold;
    told = true;
    toldAt = now;
    untold = 0;
    return failures;
  }
}
