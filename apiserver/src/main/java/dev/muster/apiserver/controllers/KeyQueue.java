package dev.muster.apiserver.controllers;

import dev.muster.client.queue.WorkQueue;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys to be worked on. A key is handed out to one worker at a time, and once more if it was added
 * while it was being worked on.
 */
final class KeyQueue {
  private static final Duration FIRST_DELAY = Duration.ofMillis(20);
  private static final Duration LAST_DELAY = Duration.ofSeconds(10);

  private final WorkQueue queue = new WorkQueue();
  private final Map<String, Duration> delays = new ConcurrentHashMap<>();

  /** To be worked on now. */
  void add(String key) {
    queue.add(key);
  }

  /** Waits for a key that is due. It stays with the caller until {@link #done}. */
  String take() throws InterruptedException {
    return queue.take();
  }

  /** Gives a key back. */
  void done(String key, Sync next) {
    switch (next) {
      case Sync.Done done -> delays.remove(key);
      case Sync.After after -> {
        delays.remove(key);
        queue.addAfter(key, after.delay());
      }
      case Sync.Soon soon -> {
        Duration delay = delays.getOrDefault(key, FIRST_DELAY);
        Duration doubled = delay.multipliedBy(2);
        delays.put(key, doubled.compareTo(LAST_DELAY) > 0 ? LAST_DELAY : doubled);
        queue.addAfter(key, delay);
      }
    }
    queue.done(key);
  }
}
