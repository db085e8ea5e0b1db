package dev.muster.node.runtime;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Time that passes when the test says so. */
final class SteppedPace implements Pace {
  private final AtomicLong nanos = new AtomicLong();
  private final BlockingQueue<Duration> pauses = new LinkedBlockingQueue<>();
  private final Semaphore ends = new Semaphore(0);

  /** Waits for the next pause; how long it is to be. */
  Duration awaitPause() throws InterruptedException {
    Duration next = pauses.poll(30, TimeUnit.SECONDS);
    if (next == null) {
      throw new AssertionError("nobody pauses");
    }
    return next;
  }

  /** So much time passes, and with it the pause. */
  void pass(Duration pause) {
    nanos.addAndGet(pause.toNanos());
    ends.release();
  }

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  @Override
  public void pause(Duration longest) {
    pauses.add(longest);
    try {
      ends.acquire();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void wake(Thread paused) {
    ends.release();
  }
}
