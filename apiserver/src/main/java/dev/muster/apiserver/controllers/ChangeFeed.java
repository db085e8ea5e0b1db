package dev.muster.apiserver.controllers;

import dev.muster.apiserver.registry.StoredObject;
import dev.muster.store.ClosedException;
import dev.muster.store.CompactedException;
import dev.muster.store.Entry;
import dev.muster.store.Event;
import dev.muster.store.LaggedException;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.store.Watch;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Shows all controllers every object, then every change, in one thread and in the order of
 * revisions: a controller that sees a change has seen all that went before it, whatever the kind.
 */
final class ChangeFeed implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChangeFeed.class);
  private static final Duration POLL = Duration.ofMinutes(1);
  private static final String EVERYTHING = "";

  private final Store<StoredObject> store;
  private final List<ControllerLoop> loops;
  private final CountDownLatch shown = new CountDownLatch(1);
  private final Thread thread;
  private volatile boolean closed;

  ChangeFeed(Store<StoredObject> store, List<ControllerLoop> loops) {
    this.store = store;
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
        follow();
      } catch (LaggedException | CompactedException e) {
        LOG.info("controllers look at everything again: {}", e.getMessage());
      } catch (InterruptedException e) {
        LOG.debug("told to stop or to begin again");
      } catch (ClosedException e) {
        return;
      }
    }
  }

  private void follow() throws InterruptedException {
    Snapshot<StoredObject> snapshot = store.snapshot();
    try (Watch<StoredObject> watch = store.watch(EVERYTHING, snapshot.revision())) {
      loops.forEach(ControllerLoop::restart);
      for (Iterator<Entry<StoredObject>> all = snapshot.range(EVERYTHING, ""); all.hasNext(); ) {
        Entry<StoredObject> entry = all.next();
        offer(new Change(entry.key(), entry.value(), false));
      }
      if (!synced()) {
        loops.forEach(ControllerLoop::start);
        shown.countDown();
      }
      while (true) {
        watch.poll(POLL).forEach(this::offer);
      }
    }
  }

  private void offer(Event<StoredObject> event) {
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
    loops.forEach(ControllerLoop::close);
  }
}
