package dev.muster.controllers.pods;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The same for many, side by side, so that they share what a write costs.
 *
 * @param done those for which it went well
 * @param problem the first for which it did not
 */
public record Batch<T>(List<T> done, @Nullable IOException problem) {
  /** So many writes of one batch are under way at a time. */
  static final int MOST_AT_ONCE = 64;

  /** What is done for one. */
  @FunctionalInterface
  public interface Work<T> {
    void of(T one) throws IOException;
  }

  /** For all of them, whatever becomes of the others. */
  public static <T> Batch<T> all(List<T> all, Work<T> work) {
    List<T> done = new ArrayList<>();
    IOException problem = null;
    Semaphore room = new Semaphore(MOST_AT_ONCE);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> results = new ArrayList<>();
      for (T one : all) {
        room.acquire();
        results.add(
            threads.submit(
                () -> {
                  try {
                    work.of(one);
                    return one;
                  } finally {
                    room.release();
                  }
                }));
      }
      for (Future<T> result : results) {
        try {
          done.add(result.get());
        } catch (ExecutionException e) {
          problem = problem == null ? asIo(e.getCause()) : problem;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      problem = new InterruptedIOException("interrupted");
    }
    return new Batch<>(done, problem);
  }

  /**
   * One, then twice as many each time, and no more after a failure: what is refused is asked once.
   */
  public static <T> Batch<T> slowStart(List<T> all, Work<T> work) {
    List<T> done = new ArrayList<>();
    int size = 1;
    for (int from = 0; from < all.size(); size *= 2) {
      int to = Math.min(all.size(), from + size);
      Batch<T> some = all(all.subList(from, to), work);
      done.addAll(some.done());
      if (some.problem() != null) {
        return new Batch<>(done, some.problem());
      }
      from = to;
    }
    return new Batch<>(done, null);
  }

  private static IOException asIo(@Nullable Throwable cause) {
    return cause instanceof IOException io ? io : new IOException(cause);
  }

  /** Fails as the first one did that failed. */
  public void rethrow() throws IOException {
    if (problem != null) {
      throw problem;
    }
  }
}
