package dev.muster.apiserver.flow;

import dev.muster.http.BusyAnswer;
import dev.muster.http.Exchange;

/** A request is not served now; nothing of it was done. Its client should come back. */
public final class OverloadedException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int retryAfter;

  /**
   * @param retryAfter in how many seconds
   */
  OverloadedException(int retryAfter) {
    super("too many requests", null, false, false);
    this.retryAfter = retryAfter;
  }

  /** Says so in Kubernetes' words, which clients know to come back upon. */
  public void answer(Exchange exchange) {
    BusyAnswer.send(exchange, retryAfter);
  }
}
