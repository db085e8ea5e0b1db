package dev.muster.http;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The end of one input or output operation, waited for by the thread that created it. */
final class Completion implements Callback {
  private final Thread waiter = Thread.currentThread();
  private @Nullable Throwable failure;
  private volatile boolean done;

  @Override
  public void succeeded() {
    done = true;
    LockSupport.unpark(waiter);
  }

  @Override
  public void failed(Throwable cause) {
    failure = cause;
    succeeded();
  }

  @Override
  public InvocationType getInvocationType() {
    return InvocationType.NON_BLOCKING;
  }

  /**
   * Waits until the operation has ended.
   *
   * @return why it failed, or null when it succeeded; a {@link TimeoutException} when it has not
   *     ended in time, an {@link InterruptedException} when the thread was interrupted, whose flag
   *     stays set
   */
  @Nullable Throwable await(Duration timeout) {
    if (done) {
      return failure;
    }
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!done) {
      long left = deadline - System.nanoTime();
      if (left <= 0) {
        return new TimeoutException("no progress within " + timeout.toSeconds() + " s");
      }
      LockSupport.parkNanos(this, left);
      if (Thread.currentThread().isInterrupted() && !done) {
        return new InterruptedException();
      }
    }
    return failure;
  }
}
