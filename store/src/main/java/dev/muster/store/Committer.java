package dev.muster.store;

import dev.muster.store.Journal.Batch;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread that decides and commits writes. Whatever queued up during a commit shares the
 * next one; those whose write was just acknowledged get a moment to join, since waiting for them
 * briefly is cheaper than making them wait for a whole commit of the others.
 */
final class Committer<V> implements AutoCloseable {
  /** The moment, as a part of how long a commit takes. */
  private static final int PATIENCE_DIVISOR = 4;

  private final CommitQueue<Request<V>> queue = new CommitQueue<>();
  private final Journal journal;
  private final History<V> history;
  private final Runnable published;
  private final Thread thread;

  private long commitNanos;
  private @Nullable Supplier<StoreException> broken;

  /** Starts at once. */
  Committer(Journal journal, History<V> history, Runnable published) {
    this.journal = journal;
    this.history = history;
    this.published = published;
    this.thread = Thread.ofPlatform().daemon().name("store-committer").start(this::run);
  }

  <R, T extends Ticket<R> & Request<V>> R submit(T request) {
    if (!queue.add(request)) {
      throw new ClosedException("the store");
    }
    return request.await();
  }

  /** Finishes what is queued. */
  @Override
  public void close() {
    queue.close();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    int expected = 1;
    while (true) {
      List<Request<V>> taken = queue.take(expected, commitNanos / PATIENCE_DIVISOR);
      if (taken.isEmpty()) {
        return;
      }
      process(taken);
      expected = taken.size() + queue.depth();
    }
  }

  private void process(List<Request<V>> taken) {
    Pending<V> pending = new Pending<>(history.newest());
    for (Request<V> request : taken) {
      if (request.take()) {
        pending.add(request);
      }
    }
    Batch batch = pending.batch();
    if (broken != null) {
      pending.fail(broken);
      return;
    }
    if (batch != null) {
      try {
        commit(batch);
      } catch (CommitFailedException e) {
        if (e.lasting()) {
          broken = () -> new StoreException("writing has stopped: " + e.getMessage(), e);
        }
        pending.fail(
            broken != null
                ? broken
                : () -> new StoreException("nothing was written: " + e.getMessage(), e));
        return;
      }
      history.publish(pending.state(), pending.events());
    }
    pending.settle();
    if (!pending.events().isEmpty()) {
      published.run();
    }
  }

  private void commit(Batch batch) throws CommitFailedException {
    long started = System.nanoTime();
    try {
      journal.commit(batch);
    } catch (RuntimeException e) {
      throw new CommitFailedException("the journal broke: " + e, true, e);
    }
    long took = System.nanoTime() - started;
    commitNanos = commitNanos == 0 ? took : commitNanos + (took - commitNanos) / 8;
  }
}
