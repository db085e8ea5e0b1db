package dev.muster.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.base.deadline.Deadline;
import dev.muster.client.http.Peer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients of a connection that is passed through, who leave or talk before it is there. */
@Timeout(60)
class HostileTunnelTest {
  private static final String UPGRADE =
      "POST /exec HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: SPDY/3.1\r\n\r\n";

  private static final long LOOKS_OUT = Duration.ofMillis(1100).toNanos();

  @TempDir Path directory;
  private final Semaphore asked = new Semaphore(0);
  private final CountDownLatch answers = new CountDownLatch(1);
  private final CompletableFuture<String> peerClosed = new CompletableFuture<>();
  private final ServerSocket nodes;

  HostileTunnelTest() throws IOException {
    nodes = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    nodes.setSoTimeout(20_000);
  }

  private Socket node() throws IOException {
    Socket node = nodes.accept();
    node.setSoTimeout(20_000);
    return node;
  }

  @SuppressWarnings("NullAway.Init")
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        TestServer.start(
            directory,
            TestServer.options(bounds -> bounds.connectionsPerAddress = 3),
            this::connect);
  }

  @AfterEach
  void stop() throws IOException {
    server.close();
    nodes.close();
  }

  /** The node takes its time. */
  private void connect(Exchange exchange) throws Exception {
    long began = System.nanoTime();
    exchange.admitted(() -> {});
    if (!exchange.wantsUpgrade()) {
      exchange.respond(200, "text/plain", new byte[0]);
      return;
    }
    asked.release();
    answers.await();
    while (exchange.path().equals("/slow") && System.nanoTime() - began < LOOKS_OUT) {
      Deadline.check();
    }
    exchange.addHeader("Connection", "Upgrade");
    exchange.addHeader("Upgrade", "SPDY/3.1");
    exchange.passThrough(new Node(new Socket(nodes.getInetAddress(), nodes.getLocalPort())));
  }

  private final class Node implements Peer {
    private final Socket socket;
    private final InputStream in;

    Node(Socket socket) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
    }

    @Override
    public InputStream in() {
      return in;
    }

    @Override
    public OutputStream out() throws IOException {
      return socket.getOutputStream();
    }

    @Override
    public void endOutput() throws IOException {
      socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
      socket.close();
      peerClosed.complete("closed");
    }
  }

  private SSLSocket upgrade(String path, String early) throws Exception {
    SSLSocket client = server.connect();
    String request = UPGRADE.replace("/exec", path) + early;
    client.getOutputStream().write(request.getBytes(US_ASCII));
    asked.acquire();
    return client;
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoLeavesBeforeTheAnswerLeavesNothingBehind(boolean reset) throws Exception {
    Socket plain = new Socket("localhost", server.server.port());
    SSLSocket client = server.over(plain);
    client.getOutputStream().write(UPGRADE.getBytes(US_ASCII));
    asked.acquire();
    if (reset) {
      plain.setSoLinger(true, 0);
      plain.close();
    } else {
      client.close();
    }
    answers.countDown();
    try (Socket node = node()) {
      assertThat(node.getInputStream().read()).isEqualTo(-1);
    }
    assertThat(peerClosed.get()).isEqualTo("closed");
  }

  /** Also when it takes so long that the server begins to look out for the client's end. */
  @ParameterizedTest
  @ValueSource(strings = {"/exec", "/slow"})
  void whatIsSentBeforeTheAnswerArrives(String path) throws Exception {
    try (SSLSocket client = upgrade(path, "first ")) {
      client.getOutputStream().write("second".getBytes(US_ASCII));
      answers.countDown();
      try (Socket node = node()) {
        assertThat(new String(node.getInputStream().readNBytes(12), US_ASCII))
            .isEqualTo("first second");
        node.getOutputStream().write('!');
      }
      assertThat(TestServer.readAll(client)).startsWith("HTTP/1.1 101 ").endsWith("\r\n\r\n!");
    }
    assertThat(peerClosed.get()).isEqualTo("closed");
  }

  /** Connections that changed their protocol are connections of their address like any other. */
  @Test
  void tunnelsCountForTheirAddress() throws Exception {
    SSLSocket tunnel = upgrade("/exec", "");
    answers.countDown();
    Socket node = node();
    byte[] head = tunnel.getInputStream().readNBytes("HTTP/1.1 101 ".length());
    assertThat(new String(head, US_ASCII)).isEqualTo("HTTP/1.1 101 ");
    try (SSLSocket second = idle();
        SSLSocket third = idle()) {
      assertThat(get()).as("one more").isEmpty();
      assertThat(List.of(second, third)).noneMatch(Socket::isClosed);
      node.close();
      tunnel.close();
      assertThat(peerClosed.get()).isEqualTo("closed");
      String answer = get();
      while (answer.isEmpty() && !Thread.currentThread().isInterrupted()) {
        // the server has not heard yet that the tunnel is closed
        answer = get();
      }
      assertThat(answer).startsWith("HTTP/1.1 200 ");
    }
  }

  private String get() {
    try {
      return server.exchange("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
    } catch (IOException refused) {
      return "";
    }
  }

  private SSLSocket idle() throws Exception {
    SSLSocket socket = server.connect();
    socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(US_ASCII));
    assertThat(socket.getInputStream().read()).as("an answer begins").isEqualTo('H');
    return socket;
  }
}
