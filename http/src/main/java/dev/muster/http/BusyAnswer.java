package dev.muster.http;

import java.nio.charset.StandardCharsets;

/** The answer to a request that is not served now, in the words that Kubernetes' clients know. */
public final class BusyAnswer {
  private static final byte[] TEXT =
      "Too many requests, please try again later.\n".getBytes(StandardCharsets.UTF_8);

  private BusyAnswer() {}

  /**
   * Sends it.
   *
   * @param retryAfter in how many seconds the client should come back
   */
  public static void send(Exchange exchange, int retryAfter) {
    exchange.addHeader("Retry-After", Integer.toString(retryAfter));
    exchange.addHeader("X-Content-Type-Options", "nosniff");
    exchange.respond(429, "text/plain; charset=utf-8", TEXT);
  }
}
