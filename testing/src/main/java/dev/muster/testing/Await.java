package dev.muster.testing;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Waits for what no event tells: looks again and again, for a bounded time. */
public final class Await {
  private static final Duration LONGEST = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Await() {}

  /** The first value that is as wanted; one that never is, is told. */
  public static <T> T until(String what, Callable<T> value, Predicate<T> wanted) {
    return within(LONGEST, what, value, wanted);
  }

  /** The same, for what takes its time. */
  public static <T> T within(
      Duration longest, String what, Callable<T> value, Predicate<T> wanted) {
    long end = System.nanoTime() + longest.toNanos();
    while (true) {
      T now = look(value);
      if (wanted.test(now)) {
        return now;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError(what + " is still: " + now);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Returns when it holds. */
  public static void until(String what, Callable<Boolean> holds) {
    until(what, holds, Boolean::booleanValue);
  }

  private static <T> T look(Callable<T> value) {
    try {
      return value.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
