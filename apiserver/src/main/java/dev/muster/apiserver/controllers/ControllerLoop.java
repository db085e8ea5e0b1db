package dev.muster.apiserver.controllers;

import dev.muster.api.status.ApiException;
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
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one controller: a virtual thread for each watched kind feeds a queue of keys, one more works
 * it off.
 */
final class ControllerLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);
  private static final Duration POLL = Duration.ofSeconds(30);

  private final Store<StoredObject> store;
  private final Controller controller;
  private final KeyQueue queue = new KeyQueue();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean closed;

  ControllerLoop(Store<StoredObject> store, Controller controller) {
    this.store = store;
    this.controller = controller;
  }

  void start() {
    for (String prefix : controller.watches()) {
      threads.add(
          Thread.ofVirtual()
              .name(controller.name() + "/" + prefix)
              .start(() -> watch(prefix + "/")));
    }
    threads.add(Thread.ofVirtual().name(controller.name()).start(this::work));
  }

  private void watch(String prefix) {
    while (!closed) {
      Snapshot<StoredObject> snapshot = store.snapshot();
      try (Watch<StoredObject> watch = store.watch(prefix, snapshot.revision())) {
        for (Iterator<Entry<StoredObject>> all = snapshot.range(prefix, ""); all.hasNext(); ) {
          Entry<StoredObject> entry = all.next();
          queue.add(controller.keyFor(new Change(entry.key(), entry.value(), false)));
        }
        while (!closed) {
          for (Event<StoredObject> event : watch.poll(POLL)) {
            offer(event);
          }
        }
      } catch (LaggedException | CompactedException e) {
        LOG.info(
            "controller={} starts its watch of {} again: {}",
            controller.name(),
            prefix,
            e.getMessage());
      } catch (ClosedException | InterruptedException e) {
        return;
      }
    }
  }

  private void offer(Event<StoredObject> event) {
    Entry<StoredObject> after = event.after();
    Entry<StoredObject> before = event.before();
    if (after != null) {
      queue.add(controller.keyFor(new Change(event.key(), after.value(), false)));
    } else if (before != null) {
      queue.add(controller.keyFor(new Change(event.key(), before.value(), true)));
    }
  }

  private void work() {
    try {
      while (!closed) {
        String key = queue.take();
        try {
          if (controller.sync(key)) {
            queue.addLater(key);
          } else {
            queue.done(key);
          }
        } catch (ApiException e) {
          LOG.info(
              "controller={} key={} will be tried again: {}",
              controller.name(),
              key,
              e.getMessage());
          queue.addLater(key);
        } catch (ClosedException e) {
          return;
        } catch (RuntimeException e) {
          LOG.error(
              "controller={} key={} failed and will be tried again", controller.name(), key, e);
          queue.addLater(key);
        }
      }
    } catch (InterruptedException e) {
      // told to stop
    }
  }

  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
  }
}
