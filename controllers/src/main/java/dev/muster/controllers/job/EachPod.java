package dev.muster.controllers.job;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The same for many pods, side by side, so that they share what a write costs.
 *
 * @param done those for which it went well
 * @param problem the first for which it did not
 */
record EachPod<T>(List<T> done, @Nullable IOException problem) {

  /** A write for one pod. */
  @FunctionalInterface
  interface Act<T> {
    void on(T pod) throws IOException;
  }

  /** For all of them, whatever becomes of the others. */
  static <T> EachPod<T> all(List<T> pods, Act<T> act) {
    List<T> done = new ArrayList<>();
    IOException problem = null;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<T>> results = new ArrayList<>();
      for (T pod : pods) {
        results.add(
            threads.submit(
                () -> {
                  act.on(pod);
                  return pod;
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
    return new EachPod<>(done, problem);
  }

  /**
   * One, then twice as many each time, and no more after a failure: what is refused is asked once.
   */
  static <T> EachPod<T> slowStart(List<T> pods, Act<T> act) {
    List<T> done = new ArrayList<>();
    int size = 1;
    for (int from = 0; from < pods.size(); size *= 2) {
      int to = Math.min(pods.size(), from + size);
      EachPod<T> some = all(pods.subList(from, to), act);
      done.addAll(some.done());
      if (some.problem() != null) {
        return new EachPod<>(done, some.problem());
      }
      from = to;
    }
    return new EachPod<>(done, null);
  }

  private static IOException asIo(@Nullable Throwable cause) {
    return cause instanceof IOException io ? io : new IOException(cause);
  }

  void rethrow() throws IOException {
    if (problem != null) {
      throw problem;
    }
  }
}
