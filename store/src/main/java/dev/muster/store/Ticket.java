package dev.muster.store;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A caller waiting for its request. The first outcome counts. Made and awaited by one thread, taken
 * and settled by another.
 */
class Ticket<R> {
  private enum Phase {
    QUEUED,
    TAKEN,
    CANCELLED,
    SETTLED
  }

  private final Thread caller = Thread.currentThread();
  private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.QUEUED);
  private @Nullable R result;
  private @Nullable Supplier<? extends StoreException> failure;

  /** Begins the work; false if the caller has given up. */
  public final boolean take() {
    return phase.compareAndSet(Phase.QUEUED, Phase.TAKEN);
  }

  final void complete(R value) {
    if (phase.get() != Phase.SETTLED) {
      result = value;
      settle();
    }
  }

  public final void fail(Supplier<? extends StoreException> reason) {
    if (phase.get() != Phase.SETTLED) {
      failure = reason;
      settle();
    }
  }

  private void settle() {
    phase.set(Phase.SETTLED);
    LockSupport.unpark(caller);
  }

  /** The outcome. An interrupt ends the wait only as long as the work has not begun. */
  final R await() {
    boolean interrupted = false;
    while (phase.get() != Phase.SETTLED) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        interrupted = true;
        if (phase.compareAndSet(Phase.QUEUED, Phase.CANCELLED)) {
          Thread.currentThread().interrupt();
          throw new InterruptedWriteException();
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    R settled = result;
    if (settled != null) {
      return settled;
    }
    if (failure != null) {
      throw failure.get();
    }
    throw new IllegalStateException("settled without an outcome");
  }
}
