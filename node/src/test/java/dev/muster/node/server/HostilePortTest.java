package dev.muster.node.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.node.access.NodeAccess;
import dev.muster.node.access.NodeGate;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whoever can reach the node's port, while somebody asks for its health. */
@Timeout(60)
class HostilePortTest {
  private static final int SILENT = 3_100;

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static Pki pki;

  private final List<Socket> silent = new ArrayList<>();

  @SuppressWarnings("NullAway.Init")
  private NodeServer server;

  @BeforeAll
  static void makeKeys() {
    pki = Pki.open(PkiOptions.in(directory), Clock.systemUTC());
  }

  @BeforeEach
  void start() throws IOException {
    server =
        NodeServer.start(
            "127.0.0.1",
            0,
            pki.nodeServerContext("node", List.of("localhost", "127.0.0.1")),
            healthOnly(),
            new NodeGate(
                "node", NodeAccess.defaults(), HostilePortTest::allow, InstantSource.system()));
  }

  private static ObjectNode allow(String path, JsonNode review) {
    ObjectNode answer = review.deepCopy();
    answer.putObject("status").put("allowed", true);
    return answer;
  }

  @SuppressWarnings("NullAway") // nothing else is asked for
  private static NodeRequests healthOnly() {
    return new NodeRequests(null, null, null, null, null);
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket each : silent) {
      each.close();
    }
    server.close();
  }

  private Socket connect(int from, int to) throws IOException {
    Socket socket = new Socket();
    silent.add(socket);
    socket.setSoTimeout(30_000);
    socket.bind(new InetSocketAddress(address(from), 0));
    socket.connect(new InetSocketAddress(address(to), server.port()));
    return socket;
  }

  private static InetAddress address(int last) throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) last});
  }

  private String health() throws IOException {
    return ask("/healthz");
  }

  private String ask(String path) throws IOException {
    try (SSLSocket socket =
        (SSLSocket)
            pki.nodeClientContext()
                .getSocketFactory()
                .createSocket(connect(1, 1), "localhost", server.port(), true)) {
      socket
          .getOutputStream()
          .write(
              ("GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                  .getBytes(US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), US_ASCII);
    }
  }

  /** From the asker's own address, and from another one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void thousandsOfSilentConnectionsDoNotKeepItFromBeingTold(int from) throws IOException {
    for (int i = 0; i < SILENT; i++) {
      connect(from, 1);
      if (i % 500 == 0) {
        assertThat(health()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok");
      }
    }
    assertThat(health()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nok");
    assertThat(silent.getFirst().getInputStream().read())
        .as("the oldest was hung up on")
        .isEqualTo(-1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "//", "///", "/healthz//"})
  void aPathOfSlashesIsAPathLikeOthers(String path) throws IOException {
    assertThat(ask(path)).startsWith("HTTP/1.1 ").doesNotStartWith("HTTP/1.1 500");
  }

  @Test
  void isReachedAtItsAddressOnly() throws IOException {
    assertThat(health()).endsWith("ok");
    assertThatThrownBy(() -> connect(1, 2)).isInstanceOf(ConnectException.class);
  }
}
