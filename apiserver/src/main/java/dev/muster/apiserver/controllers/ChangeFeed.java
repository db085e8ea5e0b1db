package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.store.ClosedException;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.Follower;
import dev.muster.store.Projection;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows controllers every object, then every change, in one thread and in the order of revisions: a
 * controller that sees a change has seen all that went before it, whatever the kind.
 */
final class ChangeFeed implements Follower<StoredObject>, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeFeed.class);
  private static final Duration POLL = Duration.ofMinutes(1);

  /** The prefix of all keys. */
  static final String EVERYTHING = "";

  private final String prefix;
  private final Projection<StoredObject> projection;
  private final List<ControllerLoop> loops;
  private final CountDownLatch shown = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean closed;

  /**
   * @param prefix of the keys of what is shown
   */
  ChangeFeed(Store<StoredObject> store, String prefix, List<ControllerLoop> loops) {
    this.prefix = prefix;
    this.projection = new Projection<>(store, List.of(prefix), this);
    this.loops = loops;
    this.thread = Thread.ofVirtual().name("controllers").unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /** Whether every object that was there at the start was shown. */
  boolean synced() {
    return shown.getCount() == 0;
  }

  /** Shows everything again, soon: there is something new to be made of it. */
  void again() {
    thread.interrupt();
  }

  private void run() {
    while (!closed) {
      try {
        projection.catchUp();
        projection.await(projection.revision() + 1, POLL);
      } catch (InterruptedException e) {
        LOG.debug("told to stop or to begin again");
        projection.reload();
      } catch (ClosedException e) {
        return;
      }
    }
  }

  @Override
  public void load(Snapshot<StoredObject> snapshot) {
    loops.forEach(ControllerLoop::restart);
    snapshot
        .range(prefix, "")
        .forEachRemaining(entry -> offer(new Change(entry.key(), entry.value(), false)));
    loops.forEach(loop -> loop.restarted(snapshot.revision()));
    if (!synced()) {
      loops.forEach(ControllerLoop::start);
      shown.countDown();
    }
  }

  @Override
  public void apply(Event<StoredObject> event) {
    Entry<StoredObject> after = event.after();
    Entry<StoredObject> before = event.before();
    if (after != null) {
      offer(new Change(event.key(), after.value(), false));
    } else if (before != null) {
      offer(new Change(event.key(), before.value(), true));
    }
  }

  private void offer(Change change) {
    for (ControllerLoop loop : loops) {
      loop.offer(change);
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    Threads.join(List.of(thread));
    projection.close();
    loops.forEach(ControllerLoop::close);
  }
}
