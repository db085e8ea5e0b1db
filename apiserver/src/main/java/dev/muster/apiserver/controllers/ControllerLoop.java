package dev.muster.apiserver.controllers;

import dev.muster.client.queue.WorkQueue;
import dev.muster.model.status.ApiException;
import dev.muster.store.ClosedException;
import dev.muster.store.InterruptedWriteException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one controller: a queue of keys, and virtual threads that work it off. */
final class ControllerLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControllerLoop.class);

  private static final Duration FIRST_RETRY = Duration.ofMillis(20);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);

  private final Controller controller;
  private final WorkQueue queue = new WorkQueue(FIRST_RETRY, LAST_RETRY);
  private final List<Thread> workers = new ArrayList<>();
  private volatile boolean closed;

  ControllerLoop(Controller controller) {
    this.controller = controller;
  }

  /** Starts to work, once every object was shown to the controller. */
  void start() {
    for (int i = 0; i < controller.workers(); i++) {
      workers.add(Thread.ofVirtual().name(controller.name() + "-" + i).start(this::work));
    }
  }

  void restart() {
    controller.restart();
  }

  void restarted(long revision) {
    controller.restarted(revision);
  }

  void offer(Change change) {
    try {
      controller.keysFor(change).forEach(queue::add);
    } catch (RuntimeException e) {
      LOG.error("controller={} cannot make sense of {}", controller.name(), change.key(), e);
    }
  }

  private void work() {
    try {
      while (!closed) {
        String key = queue.take();
        switch (sync(key)) {
          case Sync.Done done -> queue.forget(key);
          case Sync.After after -> {
            queue.forget(key);
            queue.addAfter(key, after.delay());
          }
          case Sync.Soon soon -> queue.addRateLimited(key);
        }
        queue.done(key);
      }
    } catch (InterruptedException | ClosedException | InterruptedWriteException e) {
      // told to stop
    }
  }

  private Sync sync(String key) {
    try {
      return controller.sync(key);
    } catch (ApiException e) {
      LOG.info(
          "controller={} key={} will be tried again: {}", controller.name(), key, e.getMessage());
      return Sync.SOON;
    } catch (ClosedException | InterruptedWriteException e) {
      throw e;
    } catch (RuntimeException e) {
      LOG.error("controller={} key={} failed and will be tried again", controller.name(), key, e);
      return Sync.SOON;
    }
  }

  /** Returns when nothing is being worked on any more. */
  @Override
  public void close() {
    closed = true;
    workers.forEach(Thread::interrupt);
    Threads.join(workers);
  }
}
