package dev.muster.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Many threads add without a lock, one takes everything at once, in order. */
final class CommitQueue<T> {
  /** A link without an item closes the queue. */
  private record Link<T>(@Nullable T item, int depth, @Nullable Link<T> below) {}

  private final Link<T> closed = new Link<>(null, Integer.MAX_VALUE, null);
  private final AtomicReference<@Nullable Link<T>> top = new AtomicReference<>();

  /** Adding the item that makes the queue this deep wakes the taker. */
  private volatile int wakeAt = Integer.MAX_VALUE;

  private volatile boolean closing;
  private volatile @Nullable Thread taker;

  /** False if the queue is closed. */
  boolean add(T item) {
    while (true) {
      Link<T> below = top.get();
      if (closing || (below != null && below.item == null)) {
        return false;
      }
      int depth = below == null ? 1 : below.depth + 1;
      if (top.compareAndSet(below, new Link<>(item, depth, below))) {
        if (depth >= wakeAt) {
          LockSupport.unpark(taker);
        }
        return true;
      }
    }
  }

  int depth() {
    Link<T> link = top.get();
    return link == null ? 0 : link.depth;
  }

  /**
   * Waits for the first item, then a little longer for others that are likely to come.
   *
   * @param expected how many are worth waiting for
   * @param patience for how many nanoseconds
   * @return empty when the queue is closed and drained
   */
  List<T> take(int expected, long patience) {
    taker = Thread.currentThread();
    wakeAt = 1;
    while (top.get() == null) {
      if (closing && top.compareAndSet(null, closed)) {
        return List.of();
      }
      LockSupport.park(this);
    }
    wakeAt = expected;
    long started = System.nanoTime();
    long left = patience;
    while (left > 0 && depth() < expected && !closing) {
      LockSupport.parkNanos(this, left);
      left = patience - (System.nanoTime() - started);
    }
    wakeAt = Integer.MAX_VALUE;
    return inOrder(top.getAndSet(null));
  }

  /** Nothing can be added from now on; what is there can still be taken. */
  void close() {
    closing = true;
    LockSupport.unpark(taker);
  }

  private List<T> inOrder(@Nullable Link<T> newest) {
    List<T> items = new ArrayList<>();
    for (Link<T> link = newest; link != null; link = link.below) {
      if (link.item != null) {
        items.add(link.item);
      }
    }
    Collections.reverse(items);
    return items;
  }
}
