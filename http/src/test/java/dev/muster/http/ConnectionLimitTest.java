package dev.muster.http;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.base.Closing;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.file.Path;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many connections there are on all addresses together. */
class ConnectionLimitTest {
  private static final byte[] REQUEST = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(US_ASCII);
  private static final String FIRST = "127.0.0.1";
  private static final String SECOND = "127.0.0.2";
  private static final int LIMIT = 4;

  @TempDir private Path directory;

  @Test
  void oneMoreWaitsOnTheAddressThatCameLater() throws Exception {
    try (Closing open = new Closing()) {
      TestServer server =
          open.add(
              TestServer.start(
                  directory,
                  TestServer.options(bounds -> bounds.connections = LIMIT),
                  exchange -> {
                    exchange.admitted(() -> {});
                    exchange.respond(200, "text/plain", "ok".getBytes(US_ASCII));
                  }));
      server.server.listenAlsoOn(SECOND);
      Socket first = ask(open, server, FIRST);
      for (int i = 1; i < LIMIT; i++) {
        ask(open, server, SECOND);
      }
      Socket waiting = open.add(new Socket(SECOND, server.server.port()));
      waiting.getOutputStream().write(REQUEST); // no TLS: whoever reads it hangs up
      waiting.setSoTimeout(300);
      assertThatThrownBy(() -> waiting.getInputStream().read())
          .isInstanceOf(SocketTimeoutException.class);
      waiting.setSoTimeout(30_000);
      first.close();
      assertThat(waiting.getInputStream().readAllBytes()).as("it was its turn").isNotNull();
      ask(open, server, SECOND);
    }
  }

  /** Asks on a connection that stays open. */
  private static Socket ask(Closing open, TestServer server, String address) throws IOException {
    Socket plain = open.add(new Socket(address, server.server.port()));
    SSLSocket socket = open.add(server.over(plain));
    socket.setSoTimeout(30_000);
    socket.getOutputStream().write(REQUEST);
    assertThat(new String(socket.getInputStream().readNBytes(12), US_ASCII))
        .isEqualTo("HTTP/1.1 200");
    return plain;
  }
}
