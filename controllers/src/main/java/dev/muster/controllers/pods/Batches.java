package dev.muster.controllers.pods;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does something for many, several at a time. */
public final class Batches {
  /** What is done for one. */
  @FunctionalInterface
  public interface Work<T> {
    void of(T one) throws IOException;
  }

  private Batches() {}

  /**
   * For one, then for two at a time, then four: what would fail for all fails for few.
   *
   * @throws IOException the first problem, after the batch in which it was met
   */
  public static <T> void slowly(List<T> all, Work<T> work) throws IOException {
    int done = 0;
    for (int size = 1; done < all.size(); size *= 2) {
      int end = Math.min(done + size, all.size());
      atOnce(all.subList(done, end), work);
      done = end;
    }
  }

  /**
   * For all at a time.
   *
   * @throws IOException the first problem, after all were tried
   */
  public static <T> void atOnce(List<T> all, Work<T> work) throws IOException {
    List<Future<?>> running = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (T one : all) {
        running.add(
            threads.submit(
                () -> {
                  work.of(one);
                  return one;
                }));
      }
    }
    IOException first = null;
    for (Future<?> one : running) {
      try {
        one.get();
      } catch (ExecutionException e) {
        IOException problem =
            e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        first = first == null ? problem : first;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted");
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
