package dev.muster.apiserver.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many connections one address may have. */
class ConnectionSharesTest {
  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

  @TempDir private Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        TestServer.start(
            directory,
            TestServer.options(bounds -> bounds.connectionsPerAddress = 2),
            exchange -> exchange.respond(200, "text/plain", "ok".getBytes(US_ASCII)));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void thoseThatWereClosedDoNotCount() throws Exception {
    for (int i = 0; i < 10; i++) {
      assertThat(server.exchange(REQUEST)).as("connection %s", i).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void oneMoreThanTheShareIsClosed() throws Exception {
    try (SSLSocket first = server.connect();
        SSLSocket second = server.connect()) {
      first.startHandshake();
      second.startHandshake();
      assertThat(TestServer.readAll(server.connect())).isEmpty();
    }
  }
}
