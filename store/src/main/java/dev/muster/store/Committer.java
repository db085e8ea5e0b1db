package dev.muster.store;

import dev.muster.store.Journal.Batch;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread that decides and commits writes. Whatever queued up during a commit shares the
 * next one; those whose write was just acknowledged get a moment to join, since waiting for them
 * briefly is cheaper than making them wait for a whole commit of the others.
 */
final class Committer<V> implements AutoCloseable {
  /** The moment, as a part of how long a commit takes. */
  private static final int PATIENCE_DIVISOR = 4;

  private static final String AGAIN =
      "the store takes no writes until its file can be written again: ";

  private static final Logger LOG = LoggerFactory.getLogger(Committer.class);

  private final CommitQueue<Request<V>> queue = new CommitQueue<>();
  private final Journal journal;
  private final History<V> history;
  private final Runnable published;
  private final Thread thread;

  /** How many writers there seem to be: those of the last batch and those that waited for it. */
  private int expected = 1;

  /** How long a commit usually takes. */
  private long usualNanos;

  private @Nullable Supplier<StoreException> stopped;

  /** Whether the journal has to be opened again: nobody knows what the last commit left. */
  private boolean unsure;

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
    while (true) {
      List<Request<V>> taken = queue.take(expected, usualNanos / PATIENCE_DIVISOR);
      if (taken.isEmpty()) {
        return;
      }
      process(taken);
    }
  }

  private void process(List<Request<V>> taken) {
    if (stopped != null) {
      fail(taken, stopped);
      return;
    }
    try {
      if (unsure) {
        reopen();
      }
    } catch (CommitFailedException e) {
      fail(taken, () -> failure("nothing was written: " + AGAIN + e.getMessage(), e));
      return;
    } catch (RuntimeException | Error e) {
      end(taken, e);
      return;
    }
    try {
      commit(taken);
    } catch (CommitFailedException e) {
      String why = e.getMessage();
      switch (e.aftermath()) {
        case ROLLED_BACK, NO_SPACE -> fail(taken, () -> failure("nothing was written: " + why, e));
        case NO_SPACE_UNSURE ->
            fail(taken, () -> failure("it is unknown what was written: " + why, e));
        case BROKEN -> {
          unsure = true;
          LOG.error("a write to the store failed; its file will be opened again: {}", why);
          fail(taken, () -> failure("it is unknown what was written: " + AGAIN + why, e));
        }
      }
    } catch (RuntimeException | Error e) {
      end(taken, e);
    }
  }

  private void end(List<Request<V>> taken, Throwable e) {
    stop(taken, e);
    if (e instanceof OutOfMemoryError) {
      // as if nobody had caught it: whoever runs the process may want to end it
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  /** INVARIANT: what was not acknowledged is gone afterwards, so its revisions are given again. */
  private void reopen() throws CommitFailedException {
    TreeSnapshot<V> state = history.newest();
    journal.reopen(
        state.revision(),
        row -> {
          Entry<V> entry = state.get(row.key());
          return entry != null && entry.revision() == row.revision();
        },
        state.count(""));
    unsure = false;
    LOG.info("the store's file was opened again; all acknowledged writes are there");
  }

  private static StoreException failure(String message, CommitFailedException e) {
    return switch (e.aftermath()) {
      case NO_SPACE, NO_SPACE_UNSURE -> new NoSpaceException(message, e);
      case ROLLED_BACK, BROKEN -> new StoreException(message, e);
    };
  }

  /** Takes no more writes: what is in memory may be half of something. */
  private void stop(List<Request<V>> taken, Throwable cause) {
    String why = "the store takes no more writes until it is opened again: " + cause;
    stopped = () -> new StoreException("nothing was written: " + why, cause);
    fail(taken, () -> new StoreException("it is unknown what was written: " + why, cause));
  }

  private void commit(List<Request<V>> taken) throws CommitFailedException {
    Pending<V> pending =
        new Pending<>(history.newest(), history.footprint(), journal.stillScarce());
    for (Request<V> request : taken) {
      if (request.take()) {
        pending.add(request);
      }
    }
    Batch batch = pending.batch();
    if (batch != null) {
      long started = System.nanoTime();
      journal.commit(batch);
      learn(System.nanoTime() - started);
      history.publish(pending.state(), pending.events());
    }
    expected = taken.size() + queue.depth();
    // INVARIANT: callers hear of their write only after it is durable and published
    pending.settle();
    if (!pending.events().isEmpty()) {
      published.run();
    }
  }

  /** Follows the median: a single slow commit must not make the next ones wait. */
  private void learn(long took) {
    long step = usualNanos / 16;
    usualNanos = usualNanos == 0 ? took : took > usualNanos ? usualNanos + step : usualNanos - step;
  }

  private static <V> void fail(List<Request<V>> requests, Supplier<StoreException> reason) {
    requests.forEach(request -> request.fail(reason));
  }
}
