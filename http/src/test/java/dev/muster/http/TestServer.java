package dev.muster.http;

import dev.muster.pki.ClientTls;
import dev.muster.pki.Identity;
import dev.muster.pki.Pem;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import dev.muster.pki.Trust;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/** A real server on a free port of this machine, and clients for it. */
final class TestServer implements AutoCloseable {
  final Pki pki;
  final HttpsServer server;

  private TestServer(Pki pki, HttpsServer server) {
    this.pki = pki;
    this.server = server;
  }

  static TestServer start(Path directory, ServerOptions options, Endpoint endpoint)
      throws IOException {
    Pki pki = Pki.open(PkiOptions.in(directory), Clock.systemUTC());
    return new TestServer(pki, HttpsServer.start(options, pki.serverContext(), endpoint));
  }

  static ServerOptions options() {
    return options(defaults -> {});
  }

  static ServerOptions options(Consumer<ServerOptions.Bounds> others) {
    return ServerOptions.on("127.0.0.1", 0, others);
  }

  HttpClient client(HttpClient.Version version) {
    return client(version, null);
  }

  HttpClient client(HttpClient.Version version, @Nullable Identity identity) {
    return HttpClient.newBuilder()
        .sslContext(tls(identity))
        .version(version)
        .connectTimeout(Duration.ofSeconds(20))
        .build();
  }

  /** Trusts the server; shows the identity when the server asks, or none. */
  private SSLContext tls(@Nullable Identity identity) {
    return ClientTls.context(
        new Trust.Authorities(Pem.certificates(pki.trustedPem(), Path.of("server"), "")),
        Optional.ofNullable(identity));
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  /** A TLS connection that speaks whatever the test writes to it. */
  SSLSocket connect() throws IOException {
    SSLSocket socket =
        (SSLSocket) tls(null).getSocketFactory().createSocket("localhost", server.port());
    socket.setSoTimeout(30_000);
    return socket;
  }

  /** TLS on a connection that the test may break. */
  SSLSocket over(Socket plain) throws IOException {
    return (SSLSocket)
        tls(null).getSocketFactory().createSocket(plain, "localhost", server.port(), false);
  }

  /** Sends the text and reads until the server closes the connection. */
  String exchange(String text) throws IOException {
    try (SSLSocket socket = connect()) {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
      return readAll(socket);
    }
  }

  /** Everything up to the end of the connection, however that comes. */
  static String readAll(Socket socket) throws IOException {
    StringBuilder all = new StringBuilder();
    InputStream in = socket.getInputStream();
    byte[] buffer = new byte[4096];
    try {
      for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
        all.append(new String(buffer, 0, count, StandardCharsets.UTF_8));
      }
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (IOException reset) {
      // an end like any other
    }
    return all.toString();
  }

  @Override
  public void close() {
    server.close();
  }
}
