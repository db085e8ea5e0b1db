package dev.muster.apiserver.flow;

import dev.muster.apiserver.flow.config.PriorityLevels;
import java.time.Duration;

/** Has levels lend and borrow seats, every ten seconds, as long as it runs. */
public final class Borrowing implements AutoCloseable {
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final Thread thread;

  private Borrowing(Thread thread) {
    this.thread = thread;
  }

  public static Borrowing start(PriorityLevels levels) {
    return new Borrowing(Thread.ofVirtual().name("seat-borrowing").start(() -> run(levels)));
  }

  private static void run(PriorityLevels levels) {
    try {
      while (true) {
        Thread.sleep(EVERY);
        levels.adjust();
      }
    } catch (InterruptedException e) {
      // told to stop
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
