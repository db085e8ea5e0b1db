package dev.muster.apiserver.proxy;

import dev.muster.apiserver.backends.Backend;
import dev.muster.apiserver.backends.BackendConnections;
import dev.muster.base.deadline.Deadline;
import dev.muster.client.http.BackendAnswer;
import dev.muster.client.http.BackendConnection;
import dev.muster.client.http.Escaped;
import dev.muster.client.http.Header;
import dev.muster.client.http.OutgoingRequest;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Exchange;
import dev.muster.http.ForwardedHeaders;
import dev.muster.http.StreamOutput;
import dev.muster.model.status.Status;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Brings a client's request to a backend and the answer back. Thread-safe. */
public final class Relay {
  /** How long a body may stand still after its answer has begun. */
  private static final Duration STILL = Duration.ofSeconds(5);

  private static final Set<String> BODILESS = Set.of("GET", "HEAD", "DELETE", "OPTIONS");
  private static final int BLOCK = 32 * 1024;

  private final BackendConnections connections;

  public Relay(BackendConnections connections) {
    this.connections = connections;
  }

  /**
   * Answers the exchange.
   *
   * @param path that the backend is asked for, decoded
   */
  public void run(Exchange exchange, Backend backend, String path)
      throws IOException, InterruptedException {
    if (ForwardedHeaders.upgrades(exchange)) {
      new Upgrade(connections).run(exchange, backend, target(exchange, ProxyPath.clean(path)));
      return;
    }
    String clean = ProxyPath.clean(path);
    String slashed = exchange.path().endsWith("/") && !clean.endsWith("/") ? clean + "/" : clean;
    if (slashed.isEmpty() && exchange.method().equals("GET")) {
      redirect(exchange);
      return;
    }
    RewrittenLinks links = links(exchange, backend, slashed);
    OutgoingRequest request = request(exchange, slashed, links.prefix());
    try (BackendConnection connection = connections.connect(backend)) {
      connection.sendHead(request);
      Upload upload =
          Upload.start(connection, request, () -> exchange.onGone(() -> close(connection)));
      try (BackendAnswer answer = connection.answer(request.method())) {
        if (answer.code() == 101) {
          throw new ProtocolException("the backend changes the protocol unasked");
        }
        if (!upload.await(STILL)) {
          exchange.addHeader("Connection", "close");
        }
        send(answer, exchange, links);
      }
    } catch (IOException e) {
      Deadline.check();
      throw unreachable(e);
    }
  }

  /** A page's relative links need a path with an end. */
  private static void redirect(Exchange exchange) {
    String query = exchange.query().isEmpty() ? "" : "?" + exchange.query();
    exchange.addHeader("Location", Escaped.path(exchange.path() + "/") + query);
    exchange.respond(301, "", new byte[0]);
  }

  static String target(Exchange exchange, String path) {
    String query = exchange.query().isEmpty() ? "" : "?" + exchange.query();
    return Escaped.path(path) + query;
  }

  private static OutgoingRequest request(Exchange exchange, String path, String prefix) {
    String method = exchange.headOnly() ? "HEAD" : exchange.method();
    List<Header> headers = new ArrayList<>(ForwardedHeaders.of(exchange));
    headers.removeIf(header -> header.is("X-Forwarded-Uri"));
    headers.add(new Header("X-Forwarded-Uri", Escaped.path(prefix + path)));
    long length = exchange.bodyLength();
    if (length < 0 && BODILESS.contains(method) && exchange.header("Transfer-Encoding") == null) {
      length = 0;
    }
    return new OutgoingRequest(
        method,
        target(exchange, path),
        exchange.authority(),
        headers,
        length == 0 ? InputStream.nullInputStream() : exchange.input(),
        length);
  }

  private static RewrittenLinks links(Exchange exchange, Backend backend, String path) {
    String own = exchange.path();
    String suffix = own.endsWith("/") && !path.endsWith("/") ? path + "/" : path;
    String prefix = own.endsWith(suffix) ? own.substring(0, own.length() - suffix.length()) : own;
    return new RewrittenLinks(prefix, backend.authority(), exchange.authority());
  }

  private static void send(BackendAnswer answer, Exchange exchange, RewrittenLinks links)
      throws IOException {
    boolean page = Pages.isOne(answer);
    InputStream in = page ? Pages.in(answer) : answer.body();
    for (Header header : ForwardedHeaders.of(answer.headers())) {
      boolean moved = header.is("Location");
      exchange.addHeader(header.name(), moved ? links.rewrite(header.value()) : header.value());
    }
    Exchange.Stream stream =
        exchange.stream(answer.code(), answer.header("Content-Type"), page ? -1 : answer.length());
    try {
      OutputStream to = new StreamOutput(stream);
      try (OutputStream out = page ? Pages.out(answer, to, links::rewrite) : to) {
        copy(in, out);
      }
      stream.close();
    } catch (IOException | ClientGoneException e) {
      stream.abort();
    }
  }

  private static void copy(InputStream in, OutputStream out) throws IOException {
    byte[] block = new byte[BLOCK];
    for (int count = in.read(block); count >= 0; count = in.read(block)) {
      out.write(block, 0, count);
      out.flush();
      Deadline.check();
    }
  }

  private static RuntimeException unreachable(IOException e) {
    String why = e.getMessage() == null ? e.toString() : e.getMessage();
    return Status.of(503, "ServiceUnavailable", "error trying to reach service: " + why)
        .exception();
  }

  static void close(Closeable connection) {
    try {
      connection.close();
    } catch (IOException e) {
      // whoever waits for it hears of it
    }
  }
}
