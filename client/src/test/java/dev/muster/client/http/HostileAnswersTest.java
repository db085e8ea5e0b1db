package dev.muster.client.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Servers that answer for ever. */
@Timeout(60)
class HostileAnswersTest {
  @SuppressWarnings("NullAway.Init")
  private ServerSocket server;

  private final CountDownLatch closed = new CountDownLatch(1);
  private volatile String head = "";
  private volatile byte[] more = new byte[0];
  private volatile int pauseMillis;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serve);
  }

  private void serve() {
    try (Socket socket = server.accept()) {
      OutputStream out = socket.getOutputStream();
      out.write(head.getBytes(US_ASCII));
      do {
        out.write(more);
        out.flush();
      } while (!closed.await(pauseMillis, TimeUnit.MILLISECONDS));
    } catch (IOException | InterruptedException e) {
      // hung up on
    }
  }

  @AfterEach
  void close() throws IOException {
    closed.countDown();
    server.close();
  }

  private void get(Duration timeout, int longest) throws IOException, InterruptedException {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI uri = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
      try {
        WholeAnswers.get(
            client, HttpRequest.newBuilder(uri).timeout(timeout).build(), timeout, longest);
      } finally {
        client.shutdownNow();
      }
    }
  }

  @Test
  void anAnswerThatTricklesInIsNotWaitedFor() {
    head = "HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n";
    more = new byte[] {'x'};
    pauseMillis = 20;
    assertThatExceptionOfType(HttpTimeoutException.class)
        .isThrownBy(() -> get(Duration.ofMillis(400), 1 << 20))
        .withMessage("no answer within 400 ms");
  }

  @Test
  void anEndlessAnswerIsReadToItsBoundOnly() {
    head = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n";
    more = new byte[8192];
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> get(Duration.ofSeconds(30), 1 << 20))
        .withMessageContaining("longer than 1048576 bytes");
  }

  @Test
  void anEndlessHeadIsReadToItsBoundOnly() {
    head = "HTTP/1.1 200 OK\r\n";
    more = "X-Header: and another one\r\n".repeat(1000).getBytes(US_ASCII);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> get(Duration.ofSeconds(30), 1 << 20))
        .withMessageContaining("Header size too big");
  }
}
