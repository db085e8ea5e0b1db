package dev.muster.apiserver.controllers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;

/** Many writes at once: those that are under way together share a commit. */
final class Parallel {
  private static final int AT_ONCE = 64;

  private Parallel() {}

  /** Runs all steps, then throws what the first failed one threw. */
  static void run(List<Runnable> steps) {
    if (steps.size() <= 1) {
      steps.forEach(Runnable::run);
      return;
    }
    Semaphore free = new Semaphore(AT_ONCE);
    List<Future<?>> running = new ArrayList<>(steps.size());
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Runnable step : steps) {
        running.add(
            threads.submit(
                () -> {
                  free.acquireUninterruptibly();
                  try {
                    step.run();
                  } finally {
                    free.release();
                  }
                }));
      }
    }
    for (Future<?> one : running) {
      if (one.state() == Future.State.FAILED) {
        throw one.exceptionNow() instanceof RuntimeException e
            ? e
            : new IllegalStateException("a step failed", one.exceptionNow());
      }
    }
  }
}
