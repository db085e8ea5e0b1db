package dev.muster.apiserver.controllers;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keys to be worked on. A key is handed out to one worker at a time, and once more if it was added
 * while it was being worked on.
 */
final class KeyQueue {
  private static final Duration FIRST_DELAY = Duration.ofMillis(20);
  private static final Duration LAST_DELAY = Duration.ofSeconds(10);

  /** Whoever asks for more time is asked again after this much of it. */
  private static final Duration LONGEST = Duration.ofDays(1);

  private record Due(String key, long nanos) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Due> due =
      new PriorityQueue<>((a, b) -> Long.compare(a.nanos - b.nanos, 0));

  /** When each waiting key is due; entries of {@link #due} that disagree are out of date. */
  private final Map<String, Long> waiting = new HashMap<>();

  private final Set<String> busy = new HashSet<>();
  private final Set<String> addedWhileBusy = new HashSet<>();
  private final Map<String, Duration> delays = new HashMap<>();

  /** To be worked on now. */
  void add(String key) {
    lock.lock();
    try {
      if (busy.contains(key)) {
        addedWhileBusy.add(key);
      } else {
        schedule(key, System.nanoTime());
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a key that is due. It stays with the caller until {@link #done}. */
  String take() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        Due next = due.peek();
        if (next == null) {
          changed.await();
        } else if (!Long.valueOf(next.nanos).equals(waiting.get(next.key))) {
          due.poll();
        } else {
          long wait = next.nanos - System.nanoTime();
          if (wait <= 0) {
            due.poll();
            waiting.remove(next.key);
            busy.add(next.key);
            return next.key;
          }
          long unused = changed.awaitNanos(wait);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives a key back. */
  void done(String key, Sync next) {
    lock.lock();
    try {
      busy.remove(key);
      long now = System.nanoTime();
      switch (next) {
        case Sync.Done done -> delays.remove(key);
        case Sync.After after -> {
          delays.remove(key);
          Duration delay = after.delay();
          schedule(key, now + (delay.compareTo(LONGEST) < 0 ? delay : LONGEST).toNanos());
        }
        case Sync.Soon soon -> {
          Duration delay = delays.getOrDefault(key, FIRST_DELAY);
          Duration doubled = delay.multipliedBy(2);
          delays.put(key, doubled.compareTo(LAST_DELAY) > 0 ? LAST_DELAY : doubled);
          schedule(key, now + delay.toNanos());
        }
      }
      if (addedWhileBusy.remove(key)) {
        schedule(key, now);
      }
    } finally {
      lock.unlock();
    }
  }

  /** The earlier of two times counts. */
  private void schedule(String key, long nanos) {
    Long present = waiting.get(key);
    if (present == null || nanos - present < 0) {
      waiting.put(key, nanos);
      due.add(new Due(key, nanos));
      changed.signal();
    }
  }
}
