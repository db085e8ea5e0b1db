package dev.muster.apiserver.flow;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The bytes that wait for clients who are slow to read: a share for each user, and a bound for all.
 * Who has none waiting may always have some. Thread-safe.
 */
final class Backlog {
  private final long all;
  private final long perUser;
  private final Map<String, Long> byUser = new HashMap<>();

  /** Those who wait for room, by user, first come first served. */
  private final Map<String, Deque<Waiter>> queues = new HashMap<>();

  private long total;

  /** Equal to itself only. */
  private static final class Waiter {
    final CountDownLatch granted = new CountDownLatch(1);
    final long bytes;

    Waiter(long bytes) {
      this.bytes = bytes;
    }
  }

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
    Waiter waiter = new Waiter(bytes);
    synchronized (this) {
      if (!queues.containsKey(user) && tryTake(user, bytes)) {
        return true;
      }
      queues.computeIfAbsent(user, name -> new ArrayDeque<>()).add(waiter);
    }
    try {
      return waiter.granted.await(patience.toNanos(), TimeUnit.NANOSECONDS) || !leave(user, waiter);
    } catch (InterruptedException e) {
      if (!leave(user, waiter)) {
        give(user, bytes);
      }
      throw e;
    }
  }

  private boolean tryTake(String user, long bytes) {
    long own = byUser.getOrDefault(user, 0L);
    if (own > 0 && (own + bytes > perUser || total + bytes > all)) {
      return false;
    }
    byUser.put(user, own + bytes);
    total += bytes;
    return true;
  }

  /** Whether the waiter was still there: else it has been given what it waited for. */
  private synchronized boolean leave(String user, Waiter waiter) {
    Deque<Waiter> queue = queues.get(user);
    if (queue == null || !queue.remove(waiter)) {
      return false;
    }
    if (queue.isEmpty()) {
      queues.remove(user);
    }
    grant();
    return true;
  }

  synchronized void give(String user, long bytes) {
    byUser.computeIfPresent(user, (name, has) -> has == bytes ? null : has - bytes);
    total -= bytes;
    grant();
  }

  /** Wakes those whose turn it is, and nobody else: there may be thousands of one user. */
  private void grant() {
    for (Iterator<Map.Entry<String, Deque<Waiter>>> each = queues.entrySet().iterator();
        each.hasNext(); ) {
      Map.Entry<String, Deque<Waiter>> next = each.next();
      Deque<Waiter> queue = next.getValue();
      while (!queue.isEmpty() && tryTake(next.getKey(), queue.getFirst().bytes)) {
        queue.removeFirst().granted.countDown();
      }
      if (queue.isEmpty()) {
        each.remove();
      }
    }
  }

  synchronized long total() {
    return total;
  }
}
