package dev.muster.apiserver.flow;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Where heavy work is done: on platform threads, which the operating system takes the processor
 * from, so that virtual threads get their turn whatever the work does. As many at a time as there
 * are seats; users take turns.
 */
final class Seats {
  private final int all;
  private final int perUser;
  private final Executor threads;
  private final Map<String, Line> lines = new HashMap<>();

  /** The users whose turn it is next: those with work waiting and a seat of their own left. */
  private final ArrayDeque<Line> turns = new ArrayDeque<>();

  private int busy;

  /** The work of one user. */
  private static final class Line {
    final String user;
    final ArrayDeque<FutureTask<?>> waiting = new ArrayDeque<>();
    int seated;
    boolean inTurns;

    Line(String user) {
      this.user = user;
    }
  }

  Seats(int all, int perUser, Executor threads) {
    this.all = all;
    this.perUser = perUser;
    this.threads = threads;
  }

  /**
   * Has the work done, and waits for it.
   *
   * @throws TimeoutException if no seat became free in time; then none of it was done
   */
  <T> T run(String user, Callable<T> work, Duration patience) throws Exception {
    FutureTask<T> task = new FutureTask<>(work);
    enter(user, task);
    try {
      try {
        return task.get(patience.toNanos(), TimeUnit.NANOSECONDS);
      } catch (TimeoutException e) {
        if (leave(user, task)) {
          throw e;
        }
        return task.get();
      }
    } catch (ExecutionException e) {
      throw thrown(e);
    } catch (InterruptedException e) {
      if (!leave(user, task)) {
        task.cancel(true);
      }
      throw e;
    }
  }

  private static Exception thrown(ExecutionException e) {
    if (e.getCause() instanceof Error error) {
      throw error;
    }
    return e.getCause() instanceof Exception problem ? problem : e;
  }

  private synchronized void enter(String user, FutureTask<?> task) {
    Line line = lines.computeIfAbsent(user, Line::new);
    line.waiting.add(task);
    inTurn(line);
    seat();
  }

  /** Whether the work was still waiting, and now never begins. */
  private synchronized boolean leave(String user, FutureTask<?> task) {
    Line line = lines.get(user);
    boolean waited = line != null && line.waiting.remove(task);
    if (line != null && waited) {
      forget(line);
    }
    return waited;
  }

  private void inTurn(Line line) {
    if (!line.inTurns && !line.waiting.isEmpty() && line.seated < perUser) {
      line.inTurns = true;
      turns.add(line);
    }
  }

  private void seat() {
    while (busy < all) {
      Line line = turns.poll();
      if (line == null) {
        return;
      }
      line.inTurns = false;
      FutureTask<?> task = line.waiting.poll();
      if (task != null) {
        line.seated++;
        busy++;
        inTurn(line);
        start(line, task);
      } else {
        forget(line);
      }
    }
  }

  private void start(Line line, FutureTask<?> task) {
    Runnable seated =
        () -> {
          try {
            task.run();
          } finally {
            stood(line);
          }
        };
    try {
      threads.execute(seated);
    } catch (OutOfMemoryError noThread) {
      // the system gives no more threads to the process: better done on a virtual one than never
      Thread.startVirtualThread(seated);
    }
  }

  private synchronized void stood(Line line) {
    busy--;
    line.seated--;
    inTurn(line);
    forget(line);
    seat();
  }

  private void forget(Line line) {
    if (line.seated == 0 && line.waiting.isEmpty() && !line.inTurns) {
      lines.remove(line.user);
    }
  }

  /** How many seats are taken. */
  synchronized int busy() {
    return busy;
  }

  /** How much work waits for a seat. */
  synchronized int waiting() {
    return lines.values().stream().mapToInt(line -> line.waiting.size()).sum();
  }
}
