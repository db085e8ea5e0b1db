package dev.muster.apiserver.flow;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes that wait for clients who are slow to read: a share for each user, and a bound for all.
 * Who has none waiting may always have some. Thread-safe.
 */
final class Backlog {
  private final long all;
  private final long perUser;
  private final AtomicLong total = new AtomicLong();
  private final ConcurrentHashMap<String, Long> byUser = new ConcurrentHashMap<>();
  private final AtomicInteger waiting = new AtomicInteger();

  Backlog(long all, long perUser) {
    this.all = all;
    this.perUser = perUser;
  }

  /**
   * Takes room for some bytes, to be given back; waits for it if need be.
   *
   * @return whether there was room in time
   */
  boolean take(String user, long bytes, Duration patience) throws InterruptedException {
    return tryTake(user, bytes) || await(user, bytes, patience);
  }

  private boolean tryTake(String user, long bytes) {
    long now = total.addAndGet(bytes);
    Long own = byUser.merge(user, bytes, Long::sum);
    if (own == bytes || own <= perUser && now <= all) {
      return true;
    }
    drop(user, bytes);
    return false;
  }

  private synchronized boolean await(String user, long bytes, Duration patience)
      throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    waiting.incrementAndGet();
    try {
      while (!tryTake(user, bytes)) {
        long left = (end - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
          return false;
        }
        wait(left);
      }
      return true;
    } finally {
      waiting.decrementAndGet();
    }
  }

  void give(String user, long bytes) {
    drop(user, bytes);
    if (waiting.get() > 0) {
      synchronized (this) {
        notifyAll();
      }
    }
  }

  private void drop(String user, long bytes) {
    byUser.computeIfPresent(user, (name, has) -> has == bytes ? null : has - bytes);
    total.addAndGet(-bytes);
  }

  long total() {
    return total.get();
  }
}
