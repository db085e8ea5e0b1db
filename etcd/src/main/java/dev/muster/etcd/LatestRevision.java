package dev.muster.etcd;

import dev.muster.store.StoreException;
import dev.muster.store.UnreachableStoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the cluster's revision, once for all who want to know it at the same time. Who comes
 * while it is being asked for waits for the next answer: the one under way may be older than what
 * was acknowledged to him.
 */
final class LatestRevision {
  /** An answer that several wait for. */
  private record Round(CompletableFuture<Long> revision) {}

  private final LongSupplier ask;
  private final Duration longest;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Round next;
  private boolean asking;

  /**
   * @param longest how long one question takes at most to be answered, or to fail
   */
  LatestRevision(LongSupplier ask, Duration longest) {
    this.ask = ask;
    this.longest = longest;
  }

  /**
   * At least the revision of every write that was acknowledged before this was called. Who has the
   * time for a question needs no clock of his own: the one under way and the next end by
   * themselves, so that he waits for twice the longest at most.
   */
  long get(Duration timeout) {
    CompletableFuture<Long> revision = join().revision();
    try {
      return timeout.compareTo(longest) < 0
          ? revision.get(timeout.toNanos(), TimeUnit.NANOSECONDS)
          : revision.get();
    } catch (TimeoutException e) {
      throw new UnreachableStoreException("etcd did not answer in time", true, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableStoreException("interrupted while waiting for etcd", false, e);
    } catch (ExecutionException e) {
      throw failure(e.getCause());
    }
  }

  private static StoreException failure(@Nullable Throwable cause) {
    if (cause instanceof UnreachableStoreException unreachable) {
      return new UnreachableStoreException(
          String.valueOf(unreachable.getMessage()), unreachable.late(), unreachable);
    }
    return new UnreachableStoreException("etcd cannot be asked: " + cause, false, cause);
  }

  private Round join() {
    lock.lock();
    try {
      Round round = next;
      if (round == null) {
        round = new Round(new CompletableFuture<>());
        next = round;
      }
      if (!asking) {
        asking = true;
        Thread.ofVirtual().name("etcd-revision").start(this::askAll);
      }
      return round;
    } finally {
      lock.unlock();
    }
  }

  private void askAll() {
    for (Round round = take(); round != null; round = take()) {
      try {
        round.revision().complete(ask.getAsLong());
      } catch (RuntimeException | Error e) { // who waits is told, and the next one can ask
        round.revision().completeExceptionally(e);
      }
    }
  }

  private @Nullable Round take() {
    lock.lock();
    try {
      Round round = next;
      next = null;
      asking = round != null;
      return round;
    } finally {
      lock.unlock();
    }
  }
}
