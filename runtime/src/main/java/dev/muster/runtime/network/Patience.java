package dev.muster.runtime.network;

import io.grpc.Context;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** How long somebody waits for a plugin. It begins with the making. */
final class Patience {
  private final Duration limit;
  private final long end;
  private final BooleanSupplier gone;

  private Patience(Duration limit, BooleanSupplier gone) {
    this.limit = limit;
    this.end = System.nanoTime() + limit.toNanos();
    this.gone = gone;
  }

  static Patience of(Duration limit) {
    return new Patience(limit, () -> false);
  }

  /** At most as long as the caller of the current gRPC call waits. */
  static Patience ofTheCaller(Duration limit) {
    return new Patience(limit, Context.current()::isCancelled);
  }

  Duration left() {
    return Duration.ofNanos(Math.max(0, end - System.nanoTime()));
  }

  /** Why it is over; empty as long as it is not. */
  Optional<String> over() {
    if (gone.getAsBoolean()) {
      return Optional.of("no answer before its caller gave up");
    }
    return left().isZero()
        ? Optional.of("no answer within " + limit.toMillis() / 1000.0 + " seconds")
        : Optional.empty();
  }
}
