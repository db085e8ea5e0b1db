package dev.muster.apiserver.flow;

import dev.muster.http.Exchange;
import java.nio.charset.StandardCharsets;

/** A request is not served now; nothing of it was done. Its client should come back. */
public final class OverloadedException extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final byte[] TEXT =
      "Too many requests, please try again later.\n".getBytes(StandardCharsets.UTF_8);

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
    exchange.addHeader("Retry-After", Integer.toString(retryAfter));
    exchange.addHeader("X-Content-Type-Options", "nosniff");
    exchange.respond(429, "text/plain; charset=utf-8", TEXT);
  }
}
