package dev.muster.apiserver.controllers;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keys to be worked on: each at most once in the queue, those that come back later each time. Empty
 * keys are dropped.
 */
final class KeyQueue {
  private static final Duration FIRST_DELAY = Duration.ofMillis(20);
  private static final Duration LAST_DELAY = Duration.ofSeconds(10);

  private record Due(String key, long nanos) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Due> due =
      new PriorityQueue<>((a, b) -> Long.compare(a.nanos - b.nanos, 0));
  private final Set<String> ready = new HashSet<>();
  private final Map<String, Duration> delays = new HashMap<>();

  void add(String key) {
    if (key.isEmpty()) {
      return;
    }
    lock.lock();
    try {
      if (ready.add(key)) {
        due.add(new Due(key, System.nanoTime()));
        changed.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** After a delay that doubles each time until the key is {@link #done}. */
  void addLater(String key) {
    lock.lock();
    try {
      Duration delay = delays.getOrDefault(key, FIRST_DELAY);
      Duration doubled = delay.multipliedBy(2);
      delays.put(key, doubled.compareTo(LAST_DELAY) > 0 ? LAST_DELAY : doubled);
      due.add(new Due(key, System.nanoTime() + delay.toNanos()));
      changed.signal();
    } finally {
      lock.unlock();
    }
  }

  void done(String key) {
    lock.lock();
    try {
      delays.remove(key);
    } finally {
      lock.unlock();
    }
  }

  String take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        Due next = due.peek();
        if (next == null) {
          changed.await();
          continue;
        }
        long wait = next.nanos - System.nanoTime();
        if (wait > 0) {
          if (changed.await(wait, TimeUnit.NANOSECONDS)) {
            continue;
          }
          continue;
        }
        due.poll();
        ready.remove(next.key);
        return next.key;
      }
    } finally {
      lock.unlock();
    }
  }
}
