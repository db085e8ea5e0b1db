package dev.muster.apiserver.backends;

import dev.muster.base.sockets.SocketDeadline;
import dev.muster.client.http.BackendAnswer;
import dev.muster.client.http.BackendConnection;
import dev.muster.client.http.Header;
import dev.muster.client.http.OutgoingRequest;
import dev.muster.model.status.Status;
import dev.muster.pki.ClientTls;
import dev.muster.pki.Trust;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** Connections to others' servers. Thread-safe. */
public final class BackendConnections {
  private static final Duration DIAL = Duration.ofSeconds(30);
  private static final Duration HANDSHAKE = Duration.ofSeconds(10);

  /** From the connection to the end of a node's answer's head, handshake included. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Supplier<SSLContext> make;
  private final Duration patience;
  private final SSLContext unverified = ClientTls.context(new Trust.Anyone(), Optional.empty());
  private volatile @Nullable SSLContext kubelet;

  /**
   * @param make TLS with nodes, called when one is first talked to
   */
  public BackendConnections(Supplier<SSLContext> make) {
    this(make, PATIENCE);
  }

  BackendConnections(Supplier<SSLContext> make, Duration patience) {
    this.make = make;
    this.patience = patience;
  }

  /**
   * Asks a node's own server and reads the head of the answer.
   *
   * @param target path and query
   * @throws dev.muster.model.status.ApiException when the node does not answer
   */
  public BackendAnswer send(NodeAddress to, String method, String target, List<Header> headers) {
    Socket plain = new Socket();
    try (SocketDeadline deadline = SocketDeadline.closing(plain, patience)) {
      try {
        BackendConnection connection = connect(to.kubelet(), plain);
        connection.sendHead(OutgoingRequest.of(method, target, to.toString(), headers));
        return connection.answer(method);
      } catch (IOException e) {
        throw deadline.passed()
            ? new IOException("no answer within " + patience.toSeconds() + " s", e)
            : e;
      }
    } catch (IOException e) {
      close(plain);
      String path = target.contains("?") ? target.substring(0, target.indexOf('?')) : target;
      throw Status.internal("Get \"https://" + to + path + "\": " + e.getMessage()).exception();
    }
  }

  /** Connects, which takes no longer than it may; for requests that take as long as they take. */
  public BackendConnection connect(Backend to) throws IOException {
    Socket plain = new Socket();
    try {
      return connect(to, plain);
    } catch (IOException e) {
      close(plain);
      throw e;
    }
  }

  private BackendConnection connect(Backend to, Socket plain) throws IOException {
    try {
      plain.connect(new InetSocketAddress(to.address(), to.port()), (int) DIAL.toMillis());
      plain.setTcpNoDelay(true);
      plain.setKeepAlive(true);
    } catch (IOException e) {
      throw DialProblem.of(to, e);
    }
    Socket socket =
        switch (to.security()) {
          case PLAIN -> plain;
          case UNVERIFIED -> secured(unverified, plain, to, "");
          case KUBELET -> secured(kubelet(), plain, to, "HTTPS");
        };
    return new BackendConnection(socket, patience);
  }

  private static SSLSocket secured(SSLContext tls, Socket plain, Backend to, String identification)
      throws IOException {
    SSLSocket socket =
        (SSLSocket) tls.getSocketFactory().createSocket(plain, to.name(), to.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm(identification);
    socket.setSSLParameters(parameters);
    try (SocketDeadline deadline = SocketDeadline.closing(plain, HANDSHAKE)) {
      try {
        socket.startHandshake();
      } catch (IOException e) {
        throw deadline.passed() ? new IOException("net/http: TLS handshake timeout", e) : e;
      }
    }
    return socket;
  }

  private SSLContext kubelet() {
    SSLContext made = kubelet;
    if (made == null) {
      made = make.get();
      kubelet = made;
    }
    return made;
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it never was of use
    }
  }
}
