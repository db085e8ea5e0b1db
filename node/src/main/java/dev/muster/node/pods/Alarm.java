package dev.muster.node.pods;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes one waiting thread: by a ring, however many there were, or by the time. Thread-safe. */
final class Alarm {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition rung = lock.newCondition();
  private boolean ringing;

  void ring() {
    lock.lock();
    try {
      ringing = true;
      rung.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Returns after a ring, which is used up by this, or after the given time. */
  void await(Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long left = longest.toNanos();
      while (!ringing && left > 0) {
        left = rung.awaitNanos(left);
      }
      ringing = false;
    } finally {
      lock.unlock();
    }
  }
}
