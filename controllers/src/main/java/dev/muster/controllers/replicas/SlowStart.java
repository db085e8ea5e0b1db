package dev.muster.controllers.replicas;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Makes many of a thing: one, then two at a time, then four. What would fail for all fails for few.
 */
public final class SlowStart {
  private SlowStart() {}

  /**
   * @param made told of each that was made
   * @throws IOException the first problem, after the batch in which it was met
   */
  public static <T> void run(int count, Callable<T> make, Consumer<T> made) throws IOException {
    int left = count;
    for (int batch = Math.min(left, 1); batch > 0; batch = Math.min(2 * batch, left)) {
      atOnce(batch, make, made);
      left -= batch;
    }
  }

  /** All at a time. */
  public static <T> void atOnce(int count, Callable<T> make, Consumer<T> made)
      throws IOException {
    List<Future<T>> batch = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < count; i++) {
        batch.add(threads.submit(make));
      }
    }
    IOException first = null;
    for (Future<T> one : batch) {
      try {
        made.accept(one.get());
      } catch (ExecutionException e) {
        IOException problem =
            e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        first = first == null ? problem : first;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new java.io.InterruptedIOException("interrupted");
      }
    }
    if (first != null) {
      throw first;
    }
  }
}
