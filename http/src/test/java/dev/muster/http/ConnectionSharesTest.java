package dev.muster.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.base.Closing;
import java.io.IOException;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many connections one address may have. */
class ConnectionSharesTest {
  private static final String REQUEST = "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

  private static final String MORE = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";
  private static final int SHARE = 8;

  @TempDir private Path directory;
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        TestServer.start(
            directory,
            TestServer.options(bounds -> bounds.connectionsPerAddress = SHARE),
            exchange -> {
              if (exchange.path().equals("/")) {
                exchange.admitted(() -> {});
              }
              exchange.respond(200, "text/plain", "ok".getBytes(US_ASCII));
            });
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void thoseThatWereClosedDoNotCount() throws Exception {
    for (int i = 0; i < 2 * SHARE; i++) {
      assertThat(server.exchange(REQUEST)).as("connection %s", i).startsWith("HTTP/1.1 200");
    }
  }

  @Test
  void oneMoreThanTheShareIsClosed() throws Exception {
    try (Closing open = new Closing()) {
      for (int i = 0; i < SHARE; i++) {
        ask(open.add(server.connect()), MORE);
      }
      assertThat(TestServer.readAll(server.connect())).isEmpty();
    }
  }

  @Test
  void whoSaysNothingKeepsNobodyOut() throws Exception {
    try (Closing open = new Closing()) {
      SSLSocket known = open.add(server.connect());
      ask(known, MORE);
      SSLSocket silent = open.add(server.connect());
      silent.startHandshake();
      SSLSocket refused = open.add(server.connect());
      ask(refused, MORE.replace("/ ", "/refused "));
      for (int i = 0; i < 3 * SHARE; i++) {
        open.add(server.connect()).startHandshake();
      }
      assertThat(TestServer.readAll(silent)).as("the oldest was hung up on").isEmpty();
      assertThat(TestServer.readAll(refused)).as("so was who was not let in").isEmpty();
      ask(known, MORE);
      assertThat(server.exchange(REQUEST)).startsWith("HTTP/1.1 200");
    }
  }

  /** Asks on a connection that stays open. */
  private static void ask(SSLSocket socket, String request) throws IOException {
    socket.getOutputStream().write(request.getBytes(US_ASCII));
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf("\r\n\r\nok") < 0) {
      int next = socket.getInputStream().read();
      assertThat(next).as("after %s", answer).isNotNegative();
      answer.append((char) next);
    }
  }
}
