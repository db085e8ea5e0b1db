package dev.muster.node.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens, and hands each request to {@link NodeRequests}. */
public final class NodeServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NodeServer.class);
  private static final int HEAD_TIMEOUT_MILLIS = 30_000;
  private static final int MOST_CONNECTIONS = 1_000;

  private final SSLServerSocket listener;
  private final NodeRequests requests;
  private final Semaphore free = new Semaphore(MOST_CONNECTIONS);
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  private NodeServer(SSLServerSocket listener, NodeRequests requests) {
    this.listener = listener;
    this.requests = requests;
  }

  /**
   * @param port 0 for any
   * @throws IOException when the port cannot be had
   */
  public static NodeServer start(String address, int port, SSLContext tls, NodeRequests requests)
      throws IOException {
    SSLServerSocket listener = (SSLServerSocket) tls.getServerSocketFactory().createServerSocket();
    listener.setReuseAddress(true);
    listener.setNeedClientAuth(true);
    try {
      listener.bind(new InetSocketAddress(address, port), 64);
    } catch (IOException e) {
      listener.close();
      throw new IOException(
          "the node's port " + port + " on " + address + " cannot be had: " + e.getMessage(), e);
    }
    NodeServer server = new NodeServer(listener, requests);
    Thread.ofVirtual().name("node-server").start(server::accept);
    return server;
  }

  public int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        free.acquire();
        SSLSocket socket = (SSLSocket) listener.accept();
        Thread.ofVirtual().name("node-request").start(() -> serve(socket));
      } catch (SocketException e) {
        return;
      } catch (IOException e) {
        free.release();
        LOG.debug("connection not accepted", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void serve(SSLSocket socket) {
    open.add(socket);
    try (socket) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(HEAD_TIMEOUT_MILLIS);
      socket.startHandshake();
      InputStream in = new BufferedInputStream(socket.getInputStream());
      try {
        RequestHead head = RequestHead.read(in);
        Clients.check(socket.getSession());
        socket.setSoTimeout(0);
        requests.answer(head, socket, in);
      } catch (HttpProblem e) {
        respond(socket.getOutputStream(), e.code(), "text/plain", e.text());
      }
    } catch (IOException e) {
      LOG.debug("request broken off: {}", e.toString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.error("request failed", e);
    } finally {
      open.remove(socket);
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
