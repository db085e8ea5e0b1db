package dev.muster.apiserver.backends;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.certificates.TestAuthority;
import dev.muster.apiserver.running.MostlyWaits;
import dev.muster.client.http.BackendAnswer;
import dev.muster.model.status.ApiException;
import dev.muster.pki.PeerTls;
import dev.muster.pki.Pem;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A node that answers with whatever it likes, or not at all, harms nobody but who asked it. */
@MostlyWaits
class HostileNodeTest {
  /** Short, since it is waited for; long enough for a handshake on a busy machine. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  @TempDir private Path directory;
  private final CountDownLatch end = new CountDownLatch(1);
  private TestAuthority authority;
  private final List<ServerSocket> servers = new ArrayList<>();
  private BackendConnections connections;

  private interface Talk {
    void on(Socket socket) throws Exception;
  }

  @BeforeEach
  void start() throws IOException {
    authority = TestAuthority.in(directory, "nodes");
    SSLContext client =
        PeerTls.context(
            authority.client("system:apiserver"),
            Pem.certificates(
                Files.readString(authority.certificate()), authority.certificate(), ""));
    connections = new BackendConnections(() -> client, PATIENCE);
  }

  @AfterEach
  void stop() throws IOException {
    end.countDown();
    for (ServerSocket server : servers) {
      server.close();
    }
  }

  private NodeAddress plain(Talk talk) throws IOException {
    return serve(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()), talk);
  }

  private NodeAddress secure(Talk talk) throws IOException {
    return serve(
        authority
            .serving(authority.server())
            .getServerSocketFactory()
            .createServerSocket(0, 5, InetAddress.getLoopbackAddress()),
        talk);
  }

  private NodeAddress serve(ServerSocket socket, Talk talk) {
    servers.add(socket);
    Thread.ofVirtual()
        .start(
            () -> {
              try (Socket accepted = socket.accept()) {
                talk.on(accepted);
              } catch (Exception e) {
                // the other side hung up, or the test is over
              }
            });
    return new NodeAddress("127.0.0.1", socket.getLocalPort());
  }

  private NodeAddress answering(String answer) throws IOException {
    return secure(
        socket -> {
          socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
          socket.getOutputStream().flush();
          end.await();
        });
  }

  private BackendAnswer ask(NodeAddress node) {
    return connections.send(node, "GET", "/containerLogs/n/p/c", List.of());
  }

  @Test
  void thatNeverShakesHandsIsNotWaitedForWithoutEnd() throws IOException {
    NodeAddress node = plain(socket -> end.await());
    assertThatThrownBy(() -> ask(node))
        .isInstanceOf(ApiException.class)
        .hasMessageEndingWith("no answer within 3 s");
  }

  @Test
  void thatNeverAnswersIsNotWaitedForWithoutEnd() throws IOException {
    NodeAddress node = answering("");
    assertThatThrownBy(() -> ask(node)).hasMessageEndingWith("no answer within 3 s");
  }

  /** A byte now and then starts no new time. */
  @Test
  void thatAnswersInDropsIsNotWaitedForWithoutEnd() throws IOException {
    NodeAddress node =
        secure(
            socket -> {
              OutputStream out = socket.getOutputStream();
              while (!end.await(100, TimeUnit.MILLISECONDS)) {
                out.write('H');
                out.flush();
              }
            });
    assertThatThrownBy(() -> ask(node)).hasMessageEndingWith("no answer within 3 s");
  }

  @Test
  void thatHoldsBackTheBodyOfItsRefusalIsNotWaitedForWithoutEnd() throws Exception {
    try (BackendAnswer answer = ask(answering("HTTP/1.1 500 No\r\nContent-Length: 10\r\n\r\nab"))) {
      assertThat(answer.problem()).as("as far as it came").isEqualTo("ab");
    }
  }

  @Test
  void thatStopsInTheMiddleOfItsAnswerIsNotWaitedForWithoutEnd() throws Exception {
    try (BackendAnswer answer = ask(answering("HTTP/1.1 200 OK\r\n\r\nab"))) {
      assertThatThrownBy(() -> answer.wholeBody(100)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void thatAnswersMoreThanIsWantedIsNotReadToItsEnd() throws Exception {
    try (BackendAnswer answer = ask(answering("HTTP/1.1 200 OK\r\n\r\n12345"))) {
      assertThatThrownBy(() -> answer.wholeBody(4)).hasMessage("the answer is too long");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "99999999999999999999",
        "9223372036854775808",
        "-1",
        "+5",
        "0x10",
        "1e9",
        "٣",
        "",
        "5, 6",
        "5\r\nContent-Length: 6",
      })
  void sendsALengthThatIsNone(String length) throws Exception {
    byte[] utf8 = length.getBytes(StandardCharsets.UTF_8);
    String raw = new String(utf8, StandardCharsets.ISO_8859_1);
    NodeAddress node = answering("HTTP/1.1 500 No\r\nContent-Length: " + raw + "\r\n\r\nabcdef");
    assertThatThrownBy(() -> ask(node))
        .isInstanceOf(ApiException.class)
        .hasMessageEndingWith("malformed HTTP response");
  }

  @Test
  void sendsALengthBeyondAllBounds() throws Exception {
    NodeAddress node =
        secure(
            socket -> {
              OutputStream out = socket.getOutputStream();
              out.write(
                  "HTTP/1.1 500 No\r\nContent-Length: 999999999999\r\n\r\n"
                      .getBytes(StandardCharsets.US_ASCII));
              out.write(new byte[1 << 20]);
              out.flush();
            });
    try (BackendAnswer answer = ask(node)) {
      assertThat(answer.problem().length()).isLessThanOrEqualTo(64 * 1024);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 099 OK\r\n\r\n",
        "HTTP/1.1 600 OK\r\n\r\n",
        "HTTP/1.1 -20 OK\r\n\r\n",
        "HTTP/9.9 200 OK\r\n\r\n",
        "SPDY 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
        "HTTP/1.1 200 OK\r\n: no name\r\n\r\n",
        "HTTP/1.1 101 Go\r\nUpgrade: a\rSet-Cookie: b\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: \u0000\r\n\r\n",
        "HTTP/1.1 200 OK\r\nX: \u001b[2J\r\n\r\n",
      })
  void sendsAHeadThatIsNone(String head) throws IOException {
    NodeAddress node = answering(head);
    assertThatThrownBy(() -> ask(node))
        .isInstanceOf(ApiException.class)
        .hasMessageEndingWith("malformed HTTP response");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 70_000})
  void sendsAHeadWithoutEnd(int size) throws IOException {
    String one = "X: " + "y".repeat(size) + "\r\n";
    NodeAddress node = answering("HTTP/1.1 200 OK\r\n" + one.repeat(1 + 70_000 / size));
    assertThatThrownBy(() -> ask(node))
        .isInstanceOf(ApiException.class)
        .hasMessageEndingWith("server response headers exceeded 65536 bytes; aborted");
  }

  @Test
  void andOneThatBehavesIsUnderstood() throws Exception {
    try (BackendAnswer answer =
        ask(answering("HTTP/1.1 404 Not Found\r\nContent-Length: 7\r\n\r\nno such pod"))) {
      assertThat(answer.code()).isEqualTo(404);
      assertThat(answer.problem()).isEqualTo("no such");
    }
  }

  /** As a kubelet answers. */
  @Test
  void andOneThatAnswersInChunksIsUnderstood() throws Exception {
    String chunks = "5\r\nhello\r\n7;x=y\r\n, world\r\n0\r\nTrailer: t\r\n\r\n";
    try (BackendAnswer answer =
        ask(answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks))) {
      assertThat(answer.body().readAllBytes()).asString().isEqualTo("hello, world");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5\r\nhel",
        "5\r\nhelloX\r\n0\r\n\r\n",
        "-5\r\nhello\r\n0\r\n\r\n",
        "fffffffffffffffff\r\nhello\r\n",
        "\r\n\r\n",
        "5\r\nhello\r\n",
      })
  void sendsChunksThatAreNone(String chunks) throws Exception {
    NodeAddress node =
        secure(
            socket -> {
              String answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks;
              socket.getOutputStream().write(answer.getBytes(StandardCharsets.ISO_8859_1));
            });
    try (BackendAnswer answer = ask(node)) {
      assertThatThrownBy(() -> answer.body().readAllBytes()).isInstanceOf(IOException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"gzip", "chunked, chunked", "chunked\r\nTransfer-Encoding: chunked"})
  void sendsAnEncodingThatIsNone(String encoding) throws IOException {
    NodeAddress node = answering("HTTP/1.1 200 OK\r\nTransfer-Encoding: " + encoding + "\r\n\r\n");
    assertThatThrownBy(() -> ask(node)).hasMessageEndingWith("unsupported transfer encoding");
  }

  @Test
  void announcesItsAnswerWithoutEnd() throws IOException {
    NodeAddress node = answering("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100));
    assertThatThrownBy(() -> ask(node))
        .hasMessageEndingWith("too many 1xx informational responses");
  }
}
