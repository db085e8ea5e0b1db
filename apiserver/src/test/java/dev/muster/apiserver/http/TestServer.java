package dev.muster.apiserver.http;

import dev.muster.apiserver.tls.ClientTls;
import dev.muster.apiserver.tls.Identity;
import dev.muster.apiserver.tls.Pki;
import dev.muster.apiserver.tls.PkiOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
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
    return ServerOptions.on("127.0.0.1", 0);
  }

  HttpClient client(HttpClient.Version version) {
    return client(version, null);
  }

  HttpClient client(HttpClient.Version version, @Nullable Identity identity) {
    return HttpClient.newBuilder()
        .sslContext(ClientTls.of(pki, identity))
        .version(version)
        .connectTimeout(Duration.ofSeconds(20))
        .build();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("https://localhost:" + server.port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  /** A TLS connection that speaks whatever the test writes to it. */
  SSLSocket connect() throws IOException {
    SSLSocket socket =
        (SSLSocket)
            ClientTls.of(pki, null).getSocketFactory().createSocket("localhost", server.port());
    socket.setSoTimeout(30_000);
    return socket;
  }

  @Override
  public void close() {
    server.close();
  }
}
