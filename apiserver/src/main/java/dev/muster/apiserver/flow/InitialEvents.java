package dev.muster.apiserver.flow;

import dev.muster.http.Body;
import dev.muster.http.Exchange;
import dev.muster.http.WrappedStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The beginning of a watch, which tells what there is. While that is looked through the watch has
 * seats of its level, and while it waits for its client it has none. For the thread of the request.
 */
public final class InitialEvents implements AutoCloseable {
  /** After so many objects others get their turn on the processor. */
  private static final int TURN = 500;

  /** What the request was given before its answer began; null where there are no levels. */
  private final @Nullable FlowRequest first;

  private @Nullable FlowRequest seats;
  private int looked;

  private InitialEvents(@Nullable FlowRequest first) {
    this.first = first;
  }

  /** Of a watch that has begun to answer. It takes its seats with the first {@link #look}. */
  public static InitialEvents of(Exchange exchange) {
    FlowExchange inLevel = exchange.layer(FlowExchange.class);
    return new InitialEvents(inLevel == null ? null : inLevel.request());
  }

  /**
   * Another object is looked at, with seats.
   *
   * @throws OverloadedException if there are none in time
   */
  @SuppressWarnings("ThreadPriorityCheck") // a virtual thread that yields does let others go on
  public void look() {
    if (++looked % TURN == 0) {
      Thread.yield();
    }
    if (seats == null && first != null) {
      seats = first.again();
      seats.takeAgain();
    }
  }

  /** The stream, written to without seats. */
  public Exchange.Stream sending(Exchange.Stream stream) {
    return new Sending(stream);
  }

  /** Gives the seats back, if there are any, until something is looked at again. */
  public void pause() {
    FlowRequest last = seats;
    seats = null;
    if (last != null) {
      last.close();
    }
  }

  @Override
  public void close() {
    pause();
  }

  private final class Sending extends WrappedStream {
    private final Exchange.Stream inner;

    Sending(Exchange.Stream inner) {
      super(inner);
      this.inner = inner;
    }

    @Override
    public void write(Body body) {
      pause();
      inner.write(body);
    }

    @Override
    public void write(long weight, Supplier<Body> body) {
      pause();
      inner.write(weight, body);
    }
  }
}
