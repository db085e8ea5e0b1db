package dev.muster.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * When events were sent, and how long after that each watcher had them. Watches are in order, so a
 * watcher's nth event is the nth that was sent, and nothing of it has to be read but its end.
 */
final class Arrivals {
  private static final int BUCKET_MICROS = 20;
  private static final int BUCKETS = 500_000;

  private final AtomicLongArray sent;
  private final AtomicLongArray latencies = new AtomicLongArray(BUCKETS);
  private final int warmUp;
  private final CountDownLatch warm;
  private final CountDownLatch done;

  /**
   * @param warmUp how many events come first, of which none counts
   */
  Arrivals(int watchers, int warmUp, int events) {
    this.sent = new AtomicLongArray(warmUp + events);
    this.warmUp = warmUp;
    this.warm = new CountDownLatch(watchers);
    this.done = new CountDownLatch(watchers);
  }

  /** Said before the nth event is written. */
  void sending(int event) {
    sent.set(event, System.nanoTime());
  }

  /** One watcher has got all events up to the nth, of which some are new. */
  void arrived(int from, int to) {
    long now = System.nanoTime();
    for (int event = Math.max(from, warmUp); event < Math.min(to, sent.length()); event++) {
      long micros = (now - sent.get(event)) / 1_000;
      latencies.incrementAndGet(Math.clamp(micros / BUCKET_MICROS, 0, BUCKETS - 1));
    }
    if (from < warmUp && to >= warmUp) {
      warm.countDown();
    }
    if (from < sent.length() && to >= sent.length()) {
      done.countDown();
    }
  }

  /** Whether all watchers have what does not count within a time. */
  boolean awaitWarmUp(int seconds) throws InterruptedException {
    return warm.await(seconds, TimeUnit.SECONDS);
  }

  /** Whether all of them have all within a time. */
  boolean await(int seconds) throws InterruptedException {
    return done.await(seconds, TimeUnit.SECONDS);
  }

  long missing() {
    return done.getCount();
  }

  /** The latency in milliseconds below which a part of all events arrived. */
  double at(double part) {
    long all = 0;
    for (int i = 0; i < BUCKETS; i++) {
      all += latencies.get(i);
    }
    long seen = 0;
    for (int i = 0; i < BUCKETS; i++) {
      seen += latencies.get(i);
      if (seen >= part * all) {
        return (i + 1) * BUCKET_MICROS / 1_000.0;
      }
    }
    return 0;
  }
}
