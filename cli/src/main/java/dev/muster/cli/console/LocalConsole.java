package dev.muster.cli.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.apiserver.console.ConsoleSessions;
import dev.muster.apiserver.console.SessionMessages;
import dev.muster.console.ConsoleAnswer;
import dev.muster.console.ConsoleFiles;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * The console on this machine: hands out the page, signs in whoever has the link, and passes on
 * what a page may ask of the cluster.
 */
public final class LocalConsole implements AutoCloseable {
  private static final String FILES = "/console/";
  private static final String SESSION = FILES + SessionMessages.PATH;

  /** So many requests at a time; a browser has far fewer. */
  private static final int AT_A_TIME = 64;

  private final ConsoleFiles files = ConsoleFiles.load();
  private final ConsoleSessions sessions = ConsoleSessions.byLastingLinks(Clock.systemUTC());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Semaphore seats = new Semaphore(AT_A_TIME);
  private final ClusterRequests cluster;
  private final HttpServer server;
  private final Visitor visitor;

  private LocalConsole(ClusterRequests cluster, int port) throws IOException {
    this.cluster = cluster;
    this.server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 64);
    this.visitor = new Visitor(server.getAddress().getPort());
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /**
   * Starts one.
   *
   * @param port 0 for any free one
   */
  public static LocalConsole start(ClusterRequests cluster, int port) throws IOException {
    return new LocalConsole(cluster, port);
  }

  /** Where it is, without the right to anything. */
  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + FILES;
  }

  /** An address that signs in, for as long as this runs. */
  public String newLink() {
    return url() + "#once=" + sessions.newCode();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (!seats.tryAcquire()) {
        refuse(exchange, Status.tooManyRequests());
        return;
      }
      try {
        answer(exchange);
      } finally {
        seats.release();
      }
    }
  }

  private void answer(HttpExchange exchange) throws IOException {
    Optional<String> objection = visitor.objection(exchange.getRequestHeaders());
    String path = exchange.getRequestURI().getPath();
    if (objection.isPresent()) {
      refuse(exchange, Status.of(403, "Forbidden", objection.get()));
    } else if (path == null || !path.startsWith("/")) {
      refuse(exchange, Status.badRequest("a path is missing"));
    } else if (path.equals("/") || path.equals("/console")) {
      exchange.getResponseHeaders().set("Location", FILES);
      exchange.sendResponseHeaders(302, -1);
    } else if (path.equals(SESSION)) {
      session(exchange);
    } else if (path.startsWith(FILES)) {
      file(exchange, path.substring(FILES.length()));
    } else if (token(exchange).filter(sessions::knows).isEmpty()) {
      refuse(exchange, Status.unauthorized());
    } else {
      cluster.answer(exchange);
    }
  }

  private void file(HttpExchange exchange, String name) throws IOException {
    ConsoleAnswer answer =
        files.answer(
            exchange.getRequestMethod(),
            name,
            exchange.getRequestHeaders().getFirst("If-None-Match"),
            exchange.getRequestHeaders().getFirst("Accept-Encoding"));
    answer.headers().forEach(exchange.getResponseHeaders()::set);
    send(exchange, answer.status(), answer.body(), Map.of());
  }

  private void session(HttpExchange exchange) throws IOException {
    switch (exchange.getRequestMethod()) {
      case "POST" -> begin(exchange);
      case "DELETE" -> {
        if (token(exchange).filter(sessions::end).isPresent()) {
          exchange.sendResponseHeaders(204, -1);
        } else {
          refuse(exchange, Status.unauthorized());
        }
      }
      default -> refuse(exchange, Status.methodNotAllowed());
    }
  }

  private void begin(HttpExchange exchange) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Content-Type");
    if (type == null || !type.strip().equalsIgnoreCase("application/json")) {
      refuse(exchange, Status.of(415, "UnsupportedMediaType", "must be application/json"));
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(SessionMessages.LONGEST + 1);
    Optional<ConsoleSessions.Session> session =
        body.length > SessionMessages.LONGEST
            ? Optional.empty()
            : SessionMessages.code(body).flatMap(sessions::exchange);
    if (session.isEmpty()) {
      refuse(exchange, Status.of(401, "Unauthorized", SessionMessages.NO_GOOD));
    } else {
      send(
          exchange,
          201,
          SessionMessages.answer(session.get()),
          Map.of("Content-Type", "application/json", "Cache-Control", "no-store"));
    }
  }

  private static Optional<String> token(HttpExchange exchange) {
    return SessionMessages.bearer(exchange.getRequestHeaders().getFirst("Authorization"));
  }

  static void refuse(HttpExchange exchange, Status status) throws IOException {
    send(
        exchange,
        status.code(),
        status.toJson().toString().getBytes(StandardCharsets.UTF_8),
        Map.of("Content-Type", "application/json", "X-Content-Type-Options", "nosniff"));
  }

  static void send(HttpExchange exchange, int code, byte[] body, Map<String, String> headers)
      throws IOException {
    headers.forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    if (body.length > 0 && !exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
    cluster.close();
  }
}
