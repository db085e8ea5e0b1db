package dev.muster.node.server;

import dev.muster.http.Exchange;
import dev.muster.http.HttpsServer;
import dev.muster.http.ServerOptions;
import dev.muster.node.access.NodeGate;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;

/** Listens, and hands each request of somebody who may ask it to {@link NodeRequests}. */
public final class NodeServer implements AutoCloseable {
  /** More than the streams that the API server lets one user have: it comes by one address. */
  private static final int MOST_REQUESTS = 4_000;

  private final NodeRequests requests;
  private final Clients clients;
  private final Semaphore free = new Semaphore(MOST_REQUESTS);
  private final HttpsServer server;

  private NodeServer(ServerOptions options, SSLContext tls, NodeRequests requests, Clients clients)
      throws IOException {
    this.requests = requests;
    this.clients = clients;
    this.server = HttpsServer.start(options, tls, this::handle);
  }

  /**
   * @param port 0 for any
   * @throws IOException when the port cannot be had
   */
  public static NodeServer start(
      String address, int port, SSLContext tls, NodeRequests requests, NodeGate gate)
      throws IOException {
    try {
      return new NodeServer(options(address, port), tls, requests, new Clients(gate));
    } catch (IOException e) {
      throw new IOException(
          "the node's port " + port + " on " + address + " cannot be had: " + e.getMessage(), e);
    }
  }

  /** A node has few clients: the API server, and who looks at its metrics. */
  private static ServerOptions options(String address, int port) {
    return ServerOptions.on(
        address,
        port,
        bounds -> {
          bounds.headerTimeout = Duration.ofSeconds(10);
          bounds.stopTimeout = Duration.ZERO; // what lasts is ended
          bounds.requests = 2 * MOST_REQUESTS;
          bounds.connections = 2 * MOST_REQUESTS;
          bounds.connectionsPerAddress = 3 * MOST_REQUESTS / 2;
          bounds.streamsPerConnection = 250;
        });
  }

  public int port() {
    return server.port();
  }

  private void handle(Exchange exchange) throws Exception {
    try {
      NodeRequest request = NodeRequest.of(exchange);
      clients.check(request);
      exchange.admitted(() -> {});
      if (request.first().equals("healthz")) {
        requests.answer(request);
        return;
      }
      if (!free.tryAcquire()) {
        throw new HttpProblem(503, "too many requests are being answered");
      }
      try {
        requests.answer(request);
      } finally {
        free.release();
      }
    } catch (HttpProblem e) {
      exchange.respond(e.code(), "text/plain", e.text().getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Ends all connections. */
  @Override
  public void close() {
    server.close();
  }
}
