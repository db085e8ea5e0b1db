package dev.muster.node.pods;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes one waiting thread: by a ring, however many there were, or by the time. Thread-safe. */
final class Alarm {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition rung = lock.newCondition();
  private boolean ringing;
  private boolean closed;

  void ring() {
    lock.lock();
    try {
      ringing = true;
      rung.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Nobody is to wait any more. */
  void close() {
    lock.lock();
    try {
      closed = true;
      rung.signal();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns after a ring, which is used up by this, or after the given time.
   *
   * @return false once it is closed
   */
  boolean await(Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long left = longest.toNanos();
      while (!ringing && !closed && left > 0) {
        left = rung.awaitNanos(left);
      }
      ringing = false;
      return !closed;
    } finally {
      lock.unlock();
    }
  }
}
