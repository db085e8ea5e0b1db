package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that begin and do not go on. Each test ends when the server has given them up. */
class SlowClientTest {
  private static final Duration SHORT = Duration.ofSeconds(1);

  @TempDir Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        TestServer.start(
            directory,
            TestServer.options(
                bounds -> {
                  bounds.idleTimeout = SHORT.plus(SHORT);
                  bounds.headerTimeout = SHORT;
                  bounds.bodyTimeout = SHORT;
                  bounds.writeTimeout = SHORT;
                  bounds.stopTimeout = SHORT;
                }),
            SlowClientTest::answer);
  }

  private static void answer(Exchange exchange) {
    exchange.respond(200, "text/plain", exchange.body(1000));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void bodiesThatNeverComeAreGivenUp() throws IOException {
    assertThat(server.exchange("POST /body HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc"))
        .startsWith("HTTP/1.1 408 ")
        .contains("\"reason\":\"Timeout\"");
  }

  @Test
  void headersThatNeverEndAreGivenUp() throws IOException {
    assertThat(server.exchange("GET / HTTP/1.1\r\nHost: h\r\n")).isEmpty();
  }

  @Test
  void headersThatTrickleAreGivenUp() throws Exception {
    try (SSLSocket socket = server.connect()) {
      socket.getOutputStream().write("GET / HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
      Thread trickle =
          Thread.startVirtualThread(
              () -> {
                try {
                  while (true) {
                    Thread.sleep(100);
                    socket.getOutputStream().write('x');
                  }
                } catch (IOException | InterruptedException e) {
                  // the server has had enough
                }
              });
      TestServer.readAll(socket);
      trickle.join(Duration.ofSeconds(20));
      assertThat(trickle.isAlive()).isFalse();
    }
  }

  @Test
  void connectionsThatSayNothingAreClosed() throws IOException {
    try (Socket socket = new Socket("localhost", server.server.port())) {
      socket.setSoTimeout(30_000);
      assertThat(TestServer.readAll(socket)).isEmpty();
    }
  }
}
