package dev.muster.apiserver.proxy;

import dev.muster.apiserver.backends.Backend;
import dev.muster.apiserver.backends.BackendConnections;
import dev.muster.apiserver.backends.DialProblem;
import dev.muster.client.http.BackendAnswer;
import dev.muster.client.http.BackendConnection;
import dev.muster.client.http.Header;
import dev.muster.client.http.OutgoingRequest;
import dev.muster.http.Exchange;
import dev.muster.http.ForwardedHeaders;
import dev.muster.http.Handover;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Requests that change the protocol of their connection: WebSockets, SPDY, whatever it is. */
final class Upgrade {
  /** How long a backend may think about it. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final BackendConnections connections;

  Upgrade(BackendConnections connections) {
    this.connections = connections;
  }

  void run(Exchange exchange, Backend backend, String target) {
    OutgoingRequest request =
        OutgoingRequest.of(
            exchange.method(), target, exchange.authority(), ForwardedHeaders.of(exchange));
    BackendAnswer answer = answer(backend, request);
    if (answer.code() != 101) {
      refuse(exchange, answer);
      return;
    }
    Handover.to(answer, exchange);
  }

  private BackendAnswer answer(Backend backend, OutgoingRequest request) {
    try {
      BackendConnection connection = connections.connect(backend);
      try {
        connection.sendHead(request);
        return connection.answer(request.method(), PATIENCE);
      } catch (IOException e) {
        connection.close();
        throw e;
      }
    } catch (IOException e) {
      String where = e instanceof DialProblem ? "error dialing backend: " : "";
      throw Status.of(500, "", where + e.getMessage()).exception();
    }
  }

  private static void refuse(Exchange exchange, BackendAnswer answer) {
    try (answer) {
      if (answer.code() < 400) {
        throw Status.of(500, "", "invalid upgrade response: status code " + answer.code())
            .exception();
      }
      for (Header header : ForwardedHeaders.of(answer.headers())) {
        exchange.addHeader(header.name(), header.value());
      }
      exchange.respond(
          answer.code(),
          answer.header("Content-Type"),
          answer.problem().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw Status.of(500, "", String.valueOf(e.getMessage())).exception();
    }
  }
}
