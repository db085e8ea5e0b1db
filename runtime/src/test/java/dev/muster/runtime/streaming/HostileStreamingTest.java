package dev.muster.runtime.streaming;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever can reach the streaming port, and has no token. */
@Timeout(60)
class HostileStreamingTest {
  private static final int SILENT = 1_000;

  @SuppressWarnings("NullAway.Init")
  private StreamingServer server;

  private final List<Socket> sockets = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    server = StreamingServer.start();
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket each : sockets) {
      each.close();
    }
    server.close();
  }

  private URI offer() {
    return URI.create(server.offerPorts(new PortSession(Optional.empty()), List.of(1)));
  }

  private Socket connect(URI to) throws IOException {
    return connect(1, to);
  }

  private Socket connect(int from, URI to) throws IOException {
    Socket socket = new Socket();
    sockets.add(socket);
    InetAddress own = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) from});
    socket.bind(new InetSocketAddress(own, 0));
    socket.connect(new InetSocketAddress(to.getHost(), to.getPort()));
    return socket;
  }

  private String upgrade(URI to) throws IOException {
    return upgrade(connect(to), to);
  }

  private static String upgrade(Socket socket, URI to) throws IOException {
    String head =
        String.join(
            "\r\n",
            "POST " + to.getPath() + " HTTP/1.1",
            "Host: x",
            "Connection: Upgrade",
            "Upgrade: SPDY/3.1",
            "X-Stream-Protocol-Version: portforward.k8s.io",
            "",
            "");
    socket.getOutputStream().write(head.getBytes(US_ASCII));
    InputStream in = socket.getInputStream();
    return new String(in.readNBytes("HTTP/1.1 101".length()), US_ASCII);
  }

  @Test
  void silentConnectionsKeepNobodyOut() throws IOException {
    URI first = offer();
    for (int i = 0; i < SILENT; i++) {
      connect(first);
    }
    assertThat(upgrade(first)).isEqualTo("HTTP/1.1 101");
    // the oldest was hung up on long ago
    assertThat(sockets.getFirst().getInputStream().read()).isEqualTo(-1);
    for (int i = 0; i < 20; i++) {
      assertThat(upgrade(offer())).isEqualTo("HTTP/1.1 101");
    }
  }

  @Test
  void oneAddressPushesOutItsOwnConnectionsOnly() throws IOException {
    URI offered = offer();
    Socket slow = connect(1, offered);
    Socket first = connect(2, offered);
    for (int i = 0; i < SILENT; i++) {
      connect(2, offered);
    }
    assertThat(first.getInputStream().read()).isEqualTo(-1);
    assertThat(upgrade(slow, offered)).isEqualTo("HTTP/1.1 101");
  }

  @Test
  void aStreamIsNotPushedOutByNewcomers() throws IOException {
    assertThat(upgrade(offer())).isEqualTo("HTTP/1.1 101");
    Socket stream = sockets.getLast();
    for (int i = 0; i < SILENT; i++) {
      connect(offer());
    }
    assertThat(upgrade(offer())).isEqualTo("HTTP/1.1 101");
    // a SPDY ping, and its answer
    byte[] ping = {(byte) 0x80, 3, 0, 6, 0, 0, 0, 4, 0, 0, 0, 1};
    stream.getOutputStream().write(ping);
    InputStream in = stream.getInputStream();
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      head.append((char) in.read());
    }
    assertThat(in.readNBytes(ping.length)).isEqualTo(ping);
  }

  @Test
  void aTokenIsGoodForOneConnection() throws IOException {
    URI once = offer();
    assertThat(upgrade(once)).isEqualTo("HTTP/1.1 101");
    assertThat(upgrade(once)).isEqualTo("HTTP/1.1 404");
  }
}
