package dev.muster.store;

import dev.muster.store.EventLog.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A cursor in an {@link EventLog}: no queue of its own, and nothing to fill up. */
final class LogWatch<V> implements Watch<V> {
  private static final int MAX_BATCH = 1_000;

  private final EventLog<V> log;
  private final String prefix;
  private final long after;
  private final long lagLimit;

  /** The revision up to which every event is in the logs. */
  private final LongSupplier published;

  /** The last node seen. INVARIANT: null once ended, so that it holds no history back. */
  private final AtomicReference<@Nullable Node<V>> cursor;

  /** How far behind it may be: what it found at its start does not count until it caught up. */
  private volatile long allowance;

  private volatile boolean lagged;
  private volatile @Nullable Thread waiter;
  private volatile long revision;

  LogWatch(
      EventLog<V> log,
      Node<V> start,
      String prefix,
      long after,
      long lagLimit,
      LongSupplier published) {
    this.log = log;
    this.cursor = new AtomicReference<>(start);
    this.prefix = prefix;
    this.after = after;
    this.lagLimit = lagLimit;
    this.allowance = lagLimit + log.end() - start.index;
    this.published = published;
    this.revision = after;
  }

  @Override
  public List<Event<V>> poll(Duration timeout) throws InterruptedException {
    long started = System.nanoTime();
    long nanos = TimeUnit.NANOSECONDS.convert(timeout);
    while (true) {
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
      List<Event<V>> batch = drain();
      long left = nanos - (System.nanoTime() - started);
      if (!batch.isEmpty() || left <= 0) {
        return batch;
      }
      waiter = Thread.currentThread();
      if (!behind()) {
        LockSupport.parkNanos(this, left);
      }
      waiter = null;
    }
  }

  @Override
  public boolean behind() {
    Node<V> at = cursor.get();
    return at == null || at.next != null;
  }

  @Override
  public long revision() {
    return revision;
  }

  @Override
  public void close() {
    cursor.set(null);
    log.detach(this);
    LockSupport.unpark(waiter);
  }

  /** Called when the log has grown: wakes the poller, or ends the watch if it is too far behind. */
  void announce(long end) {
    Node<V> at = cursor.get();
    if (at != null && end - at.index > allowance) {
      cutOff(at);
    }
    LockSupport.unpark(waiter);
  }

  /** Ends the watch if it has not come as far as this. */
  void endBefore(long index) {
    Node<V> at = cursor.get();
    if (at != null && at.index < index) {
      cutOff(at);
      LockSupport.unpark(waiter);
    }
  }

  /** Ends the watch as one that has to begin anew. */
  void cutOff() {
    for (Node<V> at = cursor.get(); at != null; at = cursor.get()) {
      cutOff(at);
    }
    LockSupport.unpark(waiter);
  }

  private void cutOff(Node<V> at) {
    lagged = true;
    if (cursor.compareAndSet(at, null)) {
      log.detach(this);
    } else {
      lagged = false;
    }
  }

  private List<Event<V>> drain() {
    Node<V> start = cursor.get();
    if (start == null) {
      throw ended();
    }
    long complete = published.getAsLong(); // INVARIANT: read before the chain, which may be longer
    List<Event<V>> batch = new ArrayList<>();
    Node<V> at = start;
    Node<V> next = at.next;
    // INVARIANT: the events of one revision are returned together
    while (next != null && (batch.size() < MAX_BATCH || next.revision == at.revision)) {
      at = next;
      Event<V> event = at.event;
      if (event != null && event.revision() > after && event.key().startsWith(prefix)) {
        batch.add(event);
      }
      next = at.next;
    }
    if (!cursor.compareAndSet(start, at)) {
      throw ended();
    }
    if (next == null) {
      allowance = lagLimit;
    }
    revision = Math.max(revision, next == null ? Math.max(complete, at.revision) : at.revision);
    return batch;
  }

  private StoreException ended() {
    return lagged ? new LaggedException(prefix, lagLimit) : new ClosedException("the watch");
  }
}
