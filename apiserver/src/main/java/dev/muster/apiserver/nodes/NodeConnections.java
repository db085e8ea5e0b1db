package dev.muster.apiserver.nodes;

import dev.muster.api.status.Status;
import dev.muster.client.http.OutgoingHead;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Requests to nodes. Thread-safe. */
public final class NodeConnections {
  private static final int CONNECT_MILLIS = 10_000;

  /** From the connection to the end of the answer's head, handshake included. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Supplier<SSLContext> make;
  private final Duration patience;
  private volatile @Nullable SSLContext tls;

  /**
   * @param make called when a node is first talked to
   */
  public NodeConnections(Supplier<SSLContext> make) {
    this(make, PATIENCE);
  }

  NodeConnections(Supplier<SSLContext> make, Duration patience) {
    this.make = make;
    this.patience = patience;
  }

  private SSLContext tls() {
    SSLContext made = tls;
    if (made == null) {
      made = make.get();
      tls = made;
    }
    return made;
  }

  /**
   * Sends a request without a body and reads the head of the answer.
   *
   * @param target path and query
   * @param headers whole lines, beside {@code Host}
   * @throws dev.muster.api.status.ApiException when the node does not answer
   */
  public NodeAnswer send(NodeAddress to, String method, String target, List<String> headers) {
    Socket plain = new Socket();
    try {
      return send(plain, to, method, target, headers);
    } catch (IOException e) {
      close(plain);
      String path = target.contains("?") ? target.substring(0, target.indexOf('?')) : target;
      throw Status.internal("Get \"https://" + to + path + "\": " + e.getMessage()).exception();
    }
  }

  private NodeAnswer send(
      Socket plain, NodeAddress to, String method, String target, List<String> headers)
      throws IOException {
    try (Alarm alarm = Alarm.closing(plain, patience)) {
      try {
        plain.connect(new InetSocketAddress(to.host(), to.port()), CONNECT_MILLIS);
        plain.setTcpNoDelay(true);
        SSLSocket socket =
            (SSLSocket) tls().getSocketFactory().createSocket(plain, to.host(), to.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        OutgoingHead request = new OutgoingHead(method, target).host(to.toString());
        for (String header : headers) {
          request.header(header);
        }
        socket.getOutputStream().write(request.bytes(StandardCharsets.ISO_8859_1));
        socket.getOutputStream().flush();
        return NodeAnswer.read(socket, patience);
      } catch (IOException e) {
        throw alarm.rang()
            ? new IOException("the node did not answer within " + patience.toSeconds() + " s", e)
            : e;
      }
    }
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it never was of use
    }
  }
}
