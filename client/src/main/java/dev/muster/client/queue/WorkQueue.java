package dev.muster.client.queue;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Keys to be worked on, once each however often they are added. A key is handed out to one worker
 * at a time, and once more if it was added while it was being worked on.
 */
public final class WorkQueue {
  /** Whoever asks for more time is asked again after this much of it. */
  private static final Duration LONGEST = Duration.ofDays(1);

  private static final int MOST_REPLACED = 64;

  /** The order of additions decides between keys that are due at the same moment. */
  private record Due(String key, long nanos, long number) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final PriorityQueue<Due> due =
      new PriorityQueue<>(
          (a, b) ->
              a.nanos == b.nanos
                  ? Long.compare(a.number, b.number)
                  : Long.compare(a.nanos - b.nanos, 0));

  /** When each waiting key is due; entries of {@link #due} that disagree are out of date. */
  private final Map<String, Long> waiting = new HashMap<>();

  private final Set<String> busy = new HashSet<>();
  private final Set<String> addedWhileBusy = new HashSet<>();
  private final RateLimited failures;
  private long number;

  /** Failures wait as in Kubernetes' controllers: 5 ms at first, at most 1000 s. */
  public WorkQueue() {
    this(Duration.ofMillis(5), Duration.ofSeconds(1000));
  }

  /** With other times that a key waits after its first failure, and at most. */
  public WorkQueue(Duration first, Duration last) {
    this.failures = new RateLimited(first, last);
  }

  /** To be worked on now. */
  public void add(String key) {
    addAfter(key, Duration.ZERO);
  }

  /** To be worked on in a while, unless it is before. */
  public void addAfter(String key, Duration delay) {
    Duration bounded = delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
    lock.lock();
    try {
      schedule(key, System.nanoTime() + Math.max(0, bounded.toNanos()));
    } finally {
      lock.unlock();
    }
  }

  /** To be worked on again, later each time until {@link #forget}. */
  public void addRateLimited(String key) {
    lock.lock();
    try {
      schedule(key, System.nanoTime() + failures.next(key).toNanos());
    } finally {
      lock.unlock();
    }
  }

  /** The work on it went well: the next failure is its first. */
  public void forget(String key) {
    lock.lock();
    try {
      failures.forget(key);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a key that is due. It stays with the caller until {@link #done}. */
  public String take() throws InterruptedException {
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
          if (wait > 0) {
            long unused = changed.awaitNanos(wait);
            continue;
          }
          due.poll();
          waiting.remove(next.key);
          if (busy.contains(next.key)) {
            addedWhileBusy.add(next.key);
          } else {
            busy.add(next.key);
            return next.key;
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Gives a key back. */
  public void done(String key) {
    lock.lock();
    try {
      busy.remove(key);
      if (addedWhileBusy.remove(key)) {
        schedule(key, System.nanoTime());
      }
    } finally {
      lock.unlock();
    }
  }

  /** How many times are kept, those that were replaced included. */
  int scheduled() {
    lock.lock();
    try {
      return due.size();
    } finally {
      lock.unlock();
    }
  }

  /** What was replaced by an earlier time is not kept until its own. */
  private void forgetReplaced() {
    if (due.size() > 2 * waiting.size() + MOST_REPLACED) {
      due.removeIf(each -> !Long.valueOf(each.nanos()).equals(waiting.get(each.key())));
    }
  }

  /** The earlier of two times counts. */
  private void schedule(String key, long nanos) {
    Long present = waiting.get(key);
    if (present == null || nanos - present < 0) {
      waiting.put(key, nanos);
      due.add(new Due(key, nanos, number++));
      forgetReplaced();
      changed.signal();
    }
  }
}
