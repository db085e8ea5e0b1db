package dev.muster.apiserver.registry;

import dev.muster.store.CompactedException;
import dev.muster.store.LaggedException;
import dev.muster.store.Store;
import dev.muster.store.Watch;
import java.time.Duration;

/**
 * Counts the changes under a prefix of the store.
 *
 * <p>INVARIANT (exact in time): a write is acknowledged only after its event is in the store's log,
 * and every look takes in all events that are there.
 */
final class ChangeCounter {
  private final Store<StoredObject> store;
  private final String prefix;
  private Watch<StoredObject> watch;
  private volatile long seen;
  private volatile long count;

  ChangeCounter(Store<StoredObject> store, String prefix) {
    this.store = store;
    this.prefix = prefix;
    this.seen = store.snapshot().revision();
    this.watch = store.watch(prefix, seen);
  }

  long count() {
    if (store.snapshot().revision() != seen) {
      takeIn();
    }
    return count;
  }

  private synchronized void takeIn() {
    long reached = store.snapshot().revision();
    try {
      while (!watch.poll(Duration.ZERO).isEmpty()) {
        count++;
      }
      reached = watch.revision();
    } catch (LaggedException | CompactedException e) {
      watch.close();
      watch = store.watch(prefix, reached);
      count++;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while looking for changes", e);
    }
    seen = reached;
  }
}
