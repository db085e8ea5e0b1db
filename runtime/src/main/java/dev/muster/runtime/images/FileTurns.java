package dev.muster.runtime.images;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One thread at a time for each file; nothing is kept of a file that nobody works on or waits for.
 */
final class FileTurns {
  private final ConcurrentHashMap<Path, Turn> turns = new ConcurrentHashMap<>();

  /** How many work on a file or wait for it is changed by the map's own turns only. */
  private static final class Turn {
    private final ReentrantLock lock = new ReentrantLock();
    private int users;
  }

  /** What is done with a file. */
  @FunctionalInterface
  interface Work {
    void run() throws IOException;
  }

  void with(Path file, Work work) throws IOException {
    Turn turn =
        turns.compute(
            file,
            (same, there) -> {
              Turn one = there == null ? new Turn() : there;
              one.users++;
              return one;
            });
    try {
      turn.lock.lockInterruptibly();
      try {
        work.run();
      } finally {
        turn.lock.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new java.io.InterruptedIOException("interrupted while waiting for " + file);
    } finally {
      turns.computeIfPresent(file, (same, there) -> --there.users == 0 ? null : there);
    }
  }

  boolean isEmpty() {
    return turns.isEmpty();
  }
}
