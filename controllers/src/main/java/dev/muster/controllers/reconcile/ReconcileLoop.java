package dev.muster.controllers.reconcile;

import dev.muster.client.api.ApiProblem;
import dev.muster.client.queue.WorkQueue;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs one controller: virtual threads that work off its queue. */
public final class ReconcileLoop implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ReconcileLoop.class);

  private final String name;
  private final WorkQueue queue;
  private final Reconciler reconciler;
  private final List<Thread> workers = new ArrayList<>();
  private volatile boolean closed;

  private ReconcileLoop(String name, WorkQueue queue, Reconciler reconciler) {
    this.name = name;
    this.queue = queue;
    this.reconciler = reconciler;
  }

  public static ReconcileLoop start(
      String name, int workers, WorkQueue queue, Reconciler reconciler) {
    ReconcileLoop loop = new ReconcileLoop(name, queue, reconciler);
    for (int i = 0; i < workers; i++) {
      loop.workers.add(Thread.ofVirtual().name(name + "-" + i).start(loop::work));
    }
    return loop;
  }

  private void work() {
    try {
      while (!closed) {
        String key = queue.take();
        try {
          reconcile(key);
        } finally {
          queue.done(key);
        }
      }
    } catch (InterruptedException | InterruptedIOException e) {
      LOG.debug("controller={} was told to stop", name);
    }
  }

  private void reconcile(String key) throws InterruptedIOException {
    try {
      Requeue next = reconciler.reconcile(key);
      queue.forget(key);
      switch (next) {
        case Requeue.Never never -> {}
        case Requeue.After after -> queue.addAfter(key, after.delay());
      }
    } catch (InterruptedIOException e) {
      throw e;
    } catch (ApiProblem e) {
      LOG.debug("controller={} key={} will be tried again: {}", name, key, e.getMessage());
      queue.addRateLimited(key);
    } catch (IOException e) {
      LOG.info("controller={} key={} will be tried again: {}", name, key, e.toString());
      queue.addRateLimited(key);
    } catch (RuntimeException | StackOverflowError e) {
      LOG.error("controller={} key={} failed and will be tried again", name, key, e);
      queue.addRateLimited(key);
    }
  }

  /** Returns when nothing is being worked on any more. */
  @Override
  public void close() {
    closed = true;
    workers.forEach(Thread::interrupt);
    try {
      for (Thread worker : workers) {
        worker.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
