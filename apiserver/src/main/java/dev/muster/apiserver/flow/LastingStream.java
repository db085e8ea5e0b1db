package dev.muster.apiserver.flow;

import dev.muster.http.Body;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import dev.muster.http.WrappedStream;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A stream whose bytes are made when its user has room for them. */
final class LastingStream extends WrappedStream {
  private final Exchange.Stream inner;
  private final Backlog backlog;
  private final String flow;
  private final Duration patience;

  LastingStream(Exchange.Stream inner, Backlog backlog, String flow, Duration patience) {
    super(inner);
    this.inner = inner;
    this.backlog = backlog;
    this.flow = flow;
    this.patience = patience;
  }

  @Override
  public void write(long weight, Supplier<Body> body) {
    try {
      if (!backlog.take(flow, weight, patience)) {
        throw new ClientGoneException(
            new TimeoutException("the user's other streams are not read"));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ClientGoneException(e);
    }
    try {
      inner.write(body.get());
    } finally {
      backlog.give(flow, weight);
    }
  }
}
