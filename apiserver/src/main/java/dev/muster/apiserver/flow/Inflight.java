package dev.muster.apiserver.flow;

import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.http.WrappedExchange;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Limits of reads and of writes that are worked on at a time, in place of priority levels: who
 * finds none left is refused, but for system:masters. A limit of 0 is none.
 */
final class Inflight {
  private static final Set<String> READS = Set.of("get", "list", "watch");

  private final InflightLimits limits;
  private final Semaphore reads;
  private final Semaphore writes;

  Inflight(InflightLimits limits) {
    this.limits = limits;
    this.reads = new Semaphore(limits.requests());
    this.writes = new Semaphore(limits.mutating());
  }

  /**
   * Takes one.
   *
   * @return gives it back, once, however often it is run
   * @throws OverloadedException if there is none left
   */
  Runnable take(String verb, boolean exempt) {
    boolean read = READS.contains(verb);
    if ((read ? limits.requests() : limits.mutating()) == 0) {
      return () -> {};
    }
    Semaphore left = read ? reads : writes;
    if (left.tryAcquire()) {
      AtomicBoolean given = new AtomicBoolean();
      return () -> {
        if (given.compareAndSet(false, true)) {
          left.release();
        }
      };
    }
    if (exempt) {
      return () -> {};
    }
    throw new OverloadedException(1);
  }

  /** Gives it back when the answer begins: who waits for a client waits at its own cost. */
  static final class Counted extends WrappedExchange {
    private final Runnable give;

    Counted(Exchange inner, Runnable give) {
      super(inner);
      this.give = give;
    }

    @Override
    public void respond(int code, String contentType, Body body) {
      give.run();
      super.respond(code, contentType, body);
    }
  }
}
