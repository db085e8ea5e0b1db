package dev.muster.cli;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Waits for what files, processes and servers tell only when they are asked. */
final class Await {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Await() {}

  static void until(String what, BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("not in time: " + what);
      }
      Thread.sleep(PAUSE);
    }
  }
}
