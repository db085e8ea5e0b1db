package dev.muster.runtime;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/** Waits for what files, processes and the runtime tell only when they are asked. */
final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Await() {}

  /** The first value that will do. */
  static <T> T until(String what, Callable<T> value, Predicate<T> condition) throws Exception {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      T now = value.call();
      if (condition.test(now)) {
        return now;
      }
      if (System.nanoTime() > end) {
        throw new AssertionError("waited in vain for " + what + ": " + now);
      }
      Thread.sleep(PAUSE);
    }
  }
}
