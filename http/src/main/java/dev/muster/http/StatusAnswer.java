package dev.muster.http;

import dev.muster.model.status.Status;
import java.nio.charset.StandardCharsets;

/** A Status as an answer. */
public final class StatusAnswer {
  private StatusAnswer() {}

  /** The JSON text of a Status, with the newline that Kubernetes ends it with. */
  public static byte[] bytes(Status status) {
    return (status.toJson() + "\n").getBytes(StandardCharsets.UTF_8);
  }

  public static void send(Exchange exchange, Status status) {
    if (status.details().retryAfterSeconds() > 0) {
      exchange.addHeader("Retry-After", Integer.toString(status.details().retryAfterSeconds()));
    }
    exchange.respond(status.code(), Headers.JSON, bytes(status));
  }
}
