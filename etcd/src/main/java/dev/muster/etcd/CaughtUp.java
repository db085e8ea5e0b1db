package dev.muster.etcd;

import dev.muster.store.UnreachableStoreException;
import dev.muster.store.WatchCache;
import java.time.Duration;

/** Waits until memory has what is in etcd; has a watch that seems stuck opened again. */
final class CaughtUp {
  /** After this long without the event of a write that happened, the watch is opened again. */
  private static final Duration STUCK = Duration.ofSeconds(2);

  private final WatchCache<?> cache;
  private final Runnable reopen;

  CaughtUp(WatchCache<?> cache, Runnable reopen) {
    this.cache = cache;
    this.reopen = reopen;
  }

  /**
   * @throws UnreachableStoreException if memory has not come so far within the timeout
   */
  void await(long revision, Duration timeout) {
    long before = cache.snapshot().revision();
    if (cache.await(revision, STUCK.compareTo(timeout) < 0 ? STUCK : timeout)) {
      return;
    }
    if (cache.snapshot().revision() == before) {
      reopen.run();
    }
    if (!cache.await(revision, timeout)) {
      throw new UnreachableStoreException(
          "what was written to etcd did not come back in time", true, null);
    }
  }
}
