package dev.muster.apiserver.flow;

import dev.muster.http.Body;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** A stream whose bytes are made when its user has room for them. */
record LastingStream(Exchange.Stream inner, Backlog backlog, String flow, Duration patience)
    implements Exchange.Stream {
  @Override
  public void write(Body body) {
    inner.write(body);
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

  @Override
  public void onGone(Runnable action) {
    inner.onGone(action);
  }

  @Override
  public void abort() {
    inner.abort();
  }

  @Override
  public void close() {
    inner.close();
  }
}
