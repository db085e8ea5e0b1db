package dev.muster.http;

import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/**
 * The HTTPS server: HTTP/1.1 and HTTP/2 on one port. Runs from {@link #start} to {@link #close}.
 * Thread-safe.
 */
public final class HttpsServer implements AutoCloseable {
  private final ServerOptions options;
  private final Server server;
  private final SSLContext tls;
  private final ServerConnector connector;
  private final ConnectionLimit limit;
  private final ConnectionShares connections;
  private final List<ServerConnector> more = new CopyOnWriteArrayList<>();
  private final OpenStreams streams;
  private final Semaphore freeRequests;

  private HttpsServer(
      ServerOptions options,
      Server server,
      SSLContext tls,
      ServerConnector connector,
      ConnectionLimit limit,
      ConnectionShares connections,
      OpenStreams streams,
      Semaphore freeRequests) {
    this.options = options;
    this.server = server;
    this.tls = tls;
    this.connector = connector;
    this.limit = limit;
    this.connections = connections;
    this.streams = streams;
    this.freeRequests = freeRequests;
  }

  /**
   * Starts to serve.
   *
   * @param tls keys and trust; clients are asked for a certificate, and whether it is any good is
   *     for the endpoint to decide
   * @throws IOException when the port cannot be had
   */
  public static HttpsServer start(ServerOptions options, SSLContext tls, Endpoint endpoint)
      throws IOException {
    // requests are bounded by the handler, which can say so; a bound here would only block
    VirtualThreadPool threads = new VirtualThreadPool(0);
    Server server = new Server(threads);
    ServerConnector connector = Connectors.https(server, options, tls);
    server.addConnector(connector);
    ConnectionLimit limit = new ConnectionLimit(options.connections(), connector);
    server.addBean(limit);
    ConnectionShares connections =
        new ConnectionShares(options.connections(), options.connectionsPerAddress());
    connector.addBean(connections);
    OpenStreams streams = new OpenStreams();
    Semaphore freeRequests = new Semaphore(options.requests());
    server.setHandler(new RequestHandler(endpoint, options, streams, freeRequests, connections));
    server.setErrorHandler(new JsonErrors());
    try {
      server.start();
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("the HTTPS server does not start", e);
    }
    HeaderDeadline.watch(connector, options.headerTimeout());
    return new HttpsServer(
        options, server, tls, connector, limit, connections, streams, freeRequests);
  }

  /**
   * Listens on one more address, on the same port. All bounds are for both together.
   *
   * @throws IOException when the port cannot be had there
   */
  public void listenAlsoOn(String address) throws IOException {
    ServerConnector another = Connectors.https(server, options, tls);
    another.setHost(address);
    another.setPort(port());
    another.addBean(connections, false);
    limit.addLater(another);
    server.addConnector(another);
    try {
      another.start();
    } catch (IOException e) {
      server.removeConnector(another);
      throw e;
    } catch (Exception e) {
      server.removeConnector(another);
      throw new IOException("the HTTPS server does not listen on " + address, e);
    }
    HeaderDeadline.watch(another, options.headerTimeout());
    more.add(another);
  }

  /** Loads what all servers share, ahead of the first. */
  public static void load() {
    new Server(new VirtualThreadPool(0)).setErrorHandler(new JsonErrors());
    try {
      var unused = SSLContext.getInstance("TLS");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has TLS", e);
    }
  }

  /** The port it listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  /**
   * Stops: takes no more requests, ends open streams, lets requests under way finish within the
   * time the options give them.
   */
  @Override
  public void close() {
    boolean interrupted = false;
    try {
      var unused = connector.shutdown();
      for (ServerConnector another : more) {
        unused = another.shutdown();
      }
      streams.stop();
      interrupted = !finishRequests();
      server.stop();
    } catch (InterruptedException e) {
      interrupted = true;
    } catch (Exception e) {
      throw new IllegalStateException("the HTTPS server does not stop", e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean finishRequests() {
    try {
      boolean all =
          freeRequests.tryAcquire(
              options.requests(), options.stopTimeout().toMillis(), TimeUnit.MILLISECONDS);
      if (all) {
        freeRequests.release(options.requests());
      }
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
