package dev.muster.http;

import dev.muster.client.http.BackendAnswer;
import dev.muster.client.http.Header;

/** A client's connection goes on to a backend that agreed to change its protocol. */
public final class Handover {
  private Handover() {}

  /**
   * Answers as the backend did; the exchange is over.
   *
   * @param agreed an answer with code 101, closed with the connection
   */
  public static void to(BackendAnswer agreed, Exchange exchange) {
    for (Header header : ForwardedHeaders.of(agreed.headers())) {
      exchange.addHeader(header.name(), header.value());
    }
    exchange.addHeader("Connection", "Upgrade");
    exchange.addHeader("Upgrade", agreed.header("Upgrade"));
    exchange.passThrough(agreed);
  }
}
