package dev.muster.node.server;

import dev.muster.linux.sockets.Network;
import dev.muster.linux.sockets.SocketDeadline;
import dev.muster.linux.sockets.Strangers;
import dev.muster.node.access.NodeGate;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens, and hands each request to {@link NodeRequests}. Accepting waits for nobody: whoever does
 * not show in time who it is, or stands in a long row of those, is hung up on.
 */
public final class NodeServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeServer.class);
  private static final Duration LONGEST_INTRODUCTION = Duration.ofSeconds(10);
  private static final int BACKLOG = 1_024;
  private static final int MOST_STRANGERS = 256;
  private static final int MOST_STRANGERS_OF_ONE_ADDRESS = 64;
  private static final int MOST_REQUESTS = 1_000;

  private final ServerSocket listener;
  private final SSLSocketFactory tls;
  private final NodeRequests requests;
  private final Clients clients;
  private final Strangers<Socket> strangers =
      new Strangers<>(MOST_STRANGERS, MOST_STRANGERS_OF_ONE_ADDRESS, NodeServer::hangUp);
  private final Semaphore free = new Semaphore(MOST_REQUESTS);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private NodeServer(
      ServerSocket listener, SSLSocketFactory tls, NodeRequests requests, Clients clients) {
    this.listener = listener;
    this.tls = tls;
    this.requests = requests;
    this.clients = clients;
  }

  /**
   * @param port 0 for any
   * @throws IOException when the port cannot be had
   */
  public static NodeServer start(
      String address, int port, SSLContext tls, NodeRequests requests, NodeGate gate)
      throws IOException {
    ServerSocket listener = new ServerSocket();
    listener.setReuseAddress(true);
    try {
      listener.bind(new InetSocketAddress(address, port), BACKLOG);
    } catch (IOException e) {
      listener.close();
      throw new IOException(
          "the node's port " + port + " on " + address + " cannot be had: " + e.getMessage(), e);
    }
    NodeServer server =
        new NodeServer(listener, tls.getSocketFactory(), requests, new Clients(gate));
    Thread.ofVirtual().name("node-server").start(server::accept);
    return server;
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket socket = listener.accept();
        strangers.add(Network.of(socket.getInetAddress()), socket);
        Thread.ofVirtual().name("node-request").start(() -> serve(socket));
      } catch (IOException e) {
        if (!listener.isClosed()) {
          LOG.warn("connection not accepted: {}", e.toString());
        }
      }
    }
  }

  private void serve(Socket plain) {
    open.add(plain);
    try (plain) {
      plain.setTcpNoDelay(true);
      plain.setKeepAlive(true);
      SSLSocket socket = secured(plain);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      try {
        RequestHead head = introduction(plain, socket, in);
        answer(head, socket, in);
      } catch (HttpProblem e) {
        respond(socket.getOutputStream(), e.code(), "text/plain", e.text());
      }
      socket.close();
    } catch (IOException e) {
      LOG.debug("request broken off: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("request failed", e);
    } finally {
      strangers.remove(Network.of(plain.getInetAddress()), plain);
      open.remove(plain);
    }
  }

  private SSLSocket secured(Socket plain) throws IOException {
    SSLSocket socket =
        (SSLSocket)
            tls.createSocket(plain, plain.getInetAddress().getHostAddress(), plain.getPort(), true);
    socket.setUseClientMode(false);
    socket.setWantClientAuth(true);
    return socket;
  }

  /** Who it is and what it wants; whatever it does, that takes no longer than it may. */
  private RequestHead introduction(Socket plain, SSLSocket socket, InputStream in)
      throws IOException, HttpProblem {
    SocketDeadline deadline = SocketDeadline.closing(plain, LONGEST_INTRODUCTION);
    try {
      socket.startHandshake();
      RequestHead head = RequestHead.read(in);
      clients.check(socket.getSession(), head, plain.getInetAddress());
      strangers.remove(Network.of(plain.getInetAddress()), plain);
      return head;
    } finally {
      deadline.close();
    }
  }

  private static void hangUp(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is as closed as it can be
    }
  }

  private void answer(RequestHead head, SSLSocket socket, InputStream in)
      throws IOException, InterruptedException, HttpProblem {
    if (head.segments().getFirst().equals("healthz")) {
      requests.answer(head, socket, in);
      return;
    }
    if (!free.tryAcquire()) {
      throw new HttpProblem(503, "too many requests are being answered");
    }
    try {
      requests.answer(head, socket, in);
    } finally {
      free.release();
    }
  }

  static void head(OutputStream out, int code, String type, long length) throws IOException {
    String text =
        "HTTP/1.1 "
            + code
            + " "
            + (code == 200 ? "OK" : "Refused")
            + "\r\nContent-Type: "
            + type
            + "\r\nConnection: close\r\n"
            + (length < 0 ? "" : "Content-Length: " + length + "\r\n")
            + "\r\n";
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  static void respond(OutputStream out, int code, String type, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    head(out, code, type, bytes.length);
    out.write(bytes);
    out.flush();
  }

  /** Ends all connections. */
  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
