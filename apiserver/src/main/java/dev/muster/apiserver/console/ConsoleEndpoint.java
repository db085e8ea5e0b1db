package dev.muster.apiserver.console;

import dev.muster.apiserver.request.AccessObserver;
import dev.muster.authz.User;
import dev.muster.console.ConsoleAnswer;
import dev.muster.console.ConsoleFiles;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.model.status.Status;
import java.util.Optional;

/** Serves {@code /console/} to everybody who can connect; whatever else is asked for goes on. */
public final class ConsoleEndpoint implements Endpoint {
  private static final String ROOT = "/console";
  private static final String BELOW = ROOT + "/";

  private final ConsoleFiles files;
  private final ConsoleSessions sessions;
  private final User administrator;
  private final AccessObserver observer;
  private final Endpoint next;

  /**
   * @param administrator who comes in by a link
   * @param observer is told who signed in
   * @param next answers everything else
   */
  public ConsoleEndpoint(
      ConsoleFiles files,
      ConsoleSessions sessions,
      User administrator,
      AccessObserver observer,
      Endpoint next) {
    this.files = files;
    this.sessions = sessions;
    this.administrator = administrator;
    this.observer = observer;
    this.next = next;
  }

  @Override
  public void handle(Exchange exchange) throws Exception {
    String path = exchange.path();
    if (!path.startsWith(ROOT)) {
      next.handle(exchange);
    } else if (path.equals(ROOT)) {
      exchange.addHeader("Location", BELOW);
      exchange.respond(301, "", new byte[0]);
    } else if (!path.startsWith(BELOW)) {
      next.handle(exchange);
    } else if (path.substring(BELOW.length()).equals(SessionMessages.PATH)) {
      session(exchange);
    } else {
      file(exchange, path.substring(BELOW.length()));
    }
  }

  private void file(Exchange exchange, String name) {
    ConsoleAnswer answer =
        files.answer(
            exchange.method(),
            name,
            exchange.header("If-None-Match"),
            exchange.header("Accept-Encoding"));
    answer
        .headers()
        .forEach(
            (header, value) -> {
              if (!header.equals("Content-Type")) {
                exchange.addHeader(header, value);
              }
            });
    exchange.respond(
        answer.status(), answer.headers().getOrDefault("Content-Type", ""), answer.body());
  }

  private void session(Exchange exchange) {
    exchange.addHeader("Cache-Control", "no-store");
    switch (exchange.method()) {
      case "POST" -> begin(exchange);
      case "DELETE" -> end(exchange);
      default -> throw Status.methodNotAllowed().exception();
    }
  }

  /** A page of another origin cannot send this type without asking first, and is not let. */
  private void begin(Exchange exchange) {
    String type = exchange.header("Content-Type");
    if (type == null || !type.strip().equalsIgnoreCase("application/json")) {
      throw Status.of(415, "UnsupportedMediaType", "the content type must be application/json")
          .exception();
    }
    Optional<ConsoleSessions.Session> session =
        SessionMessages.code(exchange.body(SessionMessages.LONGEST)).flatMap(sessions::exchange);
    if (session.isEmpty()) {
      throw Status.of(401, "Unauthorized", SessionMessages.NO_GOOD).exception();
    }
    observer.identified(exchange, administrator);
    exchange.respond(201, "application/json", SessionMessages.answer(session.get()));
  }

  private void end(Exchange exchange) {
    if (SessionMessages.bearer(exchange.header("Authorization")).filter(sessions::end).isEmpty()) {
      throw Status.unauthorized().exception();
    }
    exchange.respond(204, "", new byte[0]);
  }
}
