package dev.muster.node.probes;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.HTTPGetAction;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a pod's author writes into probes and hooks, and what the node then sends. */
@Timeout(60)
class HostileProbesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final InetAddress HERE = InetAddress.getLoopbackAddress();
  private static final String SMUGGLED = " HTTP/1.1\r\nHost: x\r\n\r\nDELETE /all";

  private final List<String> heads = new CopyOnWriteArrayList<>();
  private ServerSocket server;
  private byte[] answer = "HTTP/1.1 200 OK\r\n\r\n".getBytes(ISO_8859_1);
  private boolean endless;

  @BeforeEach
  void listen() throws IOException {
    server = new ServerSocket(0, 50, HERE);
    Thread.ofVirtual().start(this::serve);
  }

  @AfterEach
  void close() throws IOException {
    server.close();
  }

  private void serve() {
    while (true) {
      try (Socket socket = server.accept()) {
        heads.add(head(socket.getInputStream()));
        OutputStream out = socket.getOutputStream();
        do {
          out.write(answer);
        } while (endless);
        socket.shutdownOutput();
        socket.getInputStream().readAllBytes();
      } catch (IOException e) {
        if (server.isClosed()) {
          return;
        }
      }
    }
  }

  /** What is sent up to the end of the first request; of TLS, the first byte. */
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0 && (head.isEmpty() || head.charAt(0) == 'G')) {
      int b = in.read();
      if (b < 0) {
        break;
      }
      head.append((char) b);
    }
    return head.toString();
  }

  private ObjectNode action() {
    return JSON.createObjectNode().put("path", "/").put("port", server.getLocalPort());
  }

  private static ObjectNode with(ObjectNode action, String name, String value) {
    action.withArray("httpHeaders").addObject().put("name", name).put("value", value);
    return action;
  }

  private static ProbeTarget target() {
    ContainerSpec nothing =
        new ContainerSpec(CoreV1.Container.of(JSON.createObjectNode()), ContainerSpec.Kind.APP);
    return new ProbeTarget(
        nothing, "", new PodPorts.AtAddress(HERE.getHostAddress()), Duration.ofSeconds(30));
  }

  /** As kubelets do: what cannot stand in a path is escaped. */
  @Test
  void aPathIsOnePathWhateverStandsInIt() {
    String path = "/x" + SMUGGLED;
    assertThat(
            HttpCheck.probe(
                HTTPGetAction.of(action().put("path", path)), target(), SocketChannel::open))
        .isInstanceOf(ProbeResult.Success.class);
    assertThat(
            HttpCheck.hook(
                HTTPGetAction.of(action().put("path", path)), target(), SocketChannel::open))
        .isInstanceOf(ProbeResult.Success.class);
    assertThat(heads)
        .hasSize(2)
        .allSatisfy(
            head ->
                assertThat(head.lines().toList())
                    .startsWith(
                        "GET /x%20HTTP/1.1%0D%0AHost:%20x%0D%0A%0D%0ADELETE%20/all HTTP/1.1")
                    .hasSize(6));
  }

  static Stream<Arguments> badHeaders() {
    return Stream.of(
        Arguments.of("X-A", "b\r\nX-C: d", "net/http: invalid header field value for \"X-A\""),
        Arguments.of("X-A", "b\nX-C: d", "net/http: invalid header field value for \"X-A\""),
        Arguments.of("X-A", "b\rX-C: d", "net/http: invalid header field value for \"X-A\""),
        Arguments.of("X-A", "b\u0000", "net/http: invalid header field value for \"X-A\""),
        Arguments.of("X\r\nY", "b", "net/http: invalid header field name \"X\\r\\nY\""),
        Arguments.of("X: a\r\nY", "b", "net/http: invalid header field name \"X: a\\r\\nY\""),
        Arguments.of("", "b", "net/http: invalid header field name \"\""),
        Arguments.of("Host", "a\r\nX: y", "http: invalid Host header"),
        Arguments.of("host", "a" + SMUGGLED, "http: invalid Host header"));
  }

  @ParameterizedTest
  @MethodSource("badHeaders")
  void aHeaderThatIsMoreThanOneFailsTheProbeAndNothingIsSent(
      String name, String value, String problem) {
    String shown = "Get \"http://127.0.0.1:%d/\": %s".formatted(server.getLocalPort(), problem);
    assertThat(
            HttpCheck.probe(
                HTTPGetAction.of(with(action(), name, value)), target(), SocketChannel::open))
        .isEqualTo(new ProbeResult.Failure(shown));
    assertThat(
            HttpCheck.hook(
                HTTPGetAction.of(with(action(), name, value)), target(), SocketChannel::open))
        .isEqualTo(new ProbeResult.Failure(shown));
    assertThat(heads).isEmpty();
  }

  static Stream<String> badHosts() {
    return Stream.of(
        "127.0.0.1\r\nX: y", "127.0.0.1" + SMUGGLED, "a b", "a/b", "a@b", "a?b", "\u0000");
  }

  @ParameterizedTest
  @MethodSource("badHosts")
  void aHostThatIsNoneIsAnErrorAndNothingIsSent(String host) {
    for (ProbeResult outcome :
        List.of(
            HttpCheck.probe(
                HTTPGetAction.of(action().put("host", host)), target(), SocketChannel::open),
            HttpCheck.hook(
                HTTPGetAction.of(action().put("host", host)), target(), SocketChannel::open))) {
      assertThat(outcome).isInstanceOf(ProbeResult.Broken.class);
      assertThat(outcome.output())
          .startsWith("parse \"http://")
          .endsWith("\": invalid character in host name")
          .doesNotContain("\r", "\n", "\u0000");
    }
    assertThat(heads).isEmpty();
  }

  @Test
  void whereARequestEndsIsNotForItsAuthorToSay() {
    ObjectNode action = with(with(action(), "Content-Length", "9"), "transfer-encoding", "chunked");
    assertThat(HttpCheck.probe(HTTPGetAction.of(action), target(), SocketChannel::open))
        .isInstanceOf(ProbeResult.Success.class);
    assertThat(heads.getFirst()).doesNotContainIgnoringCase("content-length", "transfer-encoding");
  }

  @Test
  void aRedirectionCannotSmuggleEither() {
    answer = "HTTP/1.1 302 Found\r\nLocation: /a\u0001b\r\n\r\n".getBytes(ISO_8859_1);
    assertThat(HttpCheck.probe(HTTPGetAction.of(action()), target(), SocketChannel::open).output())
        .endsWith("failed to parse Location header \"/a\\x01b\"");
    assertThat(heads).hasSize(1);
  }

  /** A server that never stops: neither time nor memory is lost to it. */
  @Test
  void anEndlessBodyIsReadToItsBoundOnly() {
    endless = true;
    answer =
        "HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\n\r\nxxxxxxxxx".getBytes(ISO_8859_1);
    ProbeResult outcome =
        HttpCheck.probe(HTTPGetAction.of(action()), target(), SocketChannel::open);
    assertThat(outcome).isInstanceOf(ProbeResult.Warning.class);
    assertThat(outcome.output().length()).isLessThan(11 * 1024);
  }

  @Test
  void anEndlessHeadIsReadToItsBoundOnly() {
    endless = true;
    answer = "HTTP/1.1 200 OK\r\nX: y".getBytes(ISO_8859_1);
    assertThat(HttpCheck.probe(HTTPGetAction.of(action()), target(), SocketChannel::open).output())
        .endsWith("malformed HTTP response");
  }

  /** The fallback to plain HTTP is for everybody to read. */
  @Test
  void aHookThatFallsBackToPlainHttpKeepsItsCredentialsToItself() {
    answer = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(ISO_8859_1);
    ObjectNode action = with(action().put("scheme", "HTTPS"), "Authorization", "Bearer secret");
    assertThat(
            HttpCheck.hook(
                HTTPGetAction.of(with(action, "X-Kept", "yes")), target(), SocketChannel::open))
        .isInstanceOf(ProbeResult.Warning.class);
    assertThat(heads.getLast()).contains("X-Kept: yes").doesNotContain("secret");
  }
}
