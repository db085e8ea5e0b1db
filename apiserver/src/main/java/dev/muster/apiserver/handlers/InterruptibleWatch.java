package dev.muster.apiserver.handlers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.store.ClosedException;
import dev.muster.store.Event;
import dev.muster.store.Watch;
import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A watch whose poller others can wake. One thread polls; any thread may interrupt or close. */
final class InterruptibleWatch implements AutoCloseable {
  private final LongFunction<Watch<StoredObject>> opening;
  private volatile @Nullable Watch<StoredObject> current;
  private volatile boolean interrupted;
  private volatile boolean closed;
  private long reached;

  /**
   * @param opening opens a watch of what happens after a revision
   */
  InterruptibleWatch(LongFunction<Watch<StoredObject>> opening) {
    this.opening = opening;
  }

  /**
   * The next events after those that it gave, or after a revision if it gave none since it was
   * {@link #restart}ed. None if it was interrupted, at the latest with the next call.
   *
   * @throws ClosedException if it was closed, or the store
   */
  List<Event<StoredObject>> poll(long after, Duration timeout) throws InterruptedException {
    if (closed) {
      throw new ClosedException("the watch");
    }
    if (wasInterrupted()) {
      return List.of();
    }
    Watch<StoredObject> watch = current;
    if (watch == null) {
      watch = opening.apply(after);
      current = watch;
      reached = after;
      // INVARIANT: looked at after the watch is there for those who interrupt and close
      if (interrupted || closed) {
        return List.of();
      }
    }
    try {
      List<Event<StoredObject>> events = watch.poll(timeout);
      reached = watch.revision();
      return events;
    } catch (ClosedException e) {
      if (interrupted && !closed) {
        return List.of();
      }
      throw e;
    }
  }

  private synchronized boolean wasInterrupted() {
    boolean was = interrupted;
    if (was) {
      interrupted = false;
      restart();
    }
    return was;
  }

  /** All events up to this revision were given. */
  long reached() {
    return reached;
  }

  /** Begins anew with the next poll. */
  void restart() {
    end();
    current = null;
  }

  /**
   * Wakes the poller, or keeps it from waiting the next time.
   *
   * <p>INVARIANT: what it ends is a watch that the poller has not yet given up for it. One that was
   * opened since would seem to have been closed.
   */
  synchronized void interrupt() {
    interrupted = true;
    end();
  }

  @Override
  public void close() {
    closed = true;
    end();
  }

  private void end() {
    Watch<StoredObject> watch = current;
    if (watch != null) {
      watch.close();
    }
  }
}
