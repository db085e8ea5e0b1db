package dev.muster.apiserver.flow;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** What one request has taken of the shares, given back when it ends. */
final class Turn implements AutoCloseable {
  private final AtomicReference<@Nullable Shares> taken;
  private final String flow;

  private Turn(@Nullable Shares taken, String flow) {
    this.taken = new AtomicReference<>(taken);
    this.flow = flow;
  }

  static Turn of(Shares taken, String flow) {
    return new Turn(taken, flow);
  }

  /** The same, for somebody who ends it later; this one has nothing to give back any more. */
  Turn handOver() {
    return new Turn(taken.getAndSet(null), flow);
  }

  /** Whose it is. */
  String flow() {
    return flow;
  }

  /** Idempotent. */
  @Override
  public void close() {
    Shares shares = taken.getAndSet(null);
    if (shares != null) {
      shares.give(flow);
    }
  }
}
