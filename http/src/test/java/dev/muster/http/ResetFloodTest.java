package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.testing.http.RawHttp2;
import java.io.IOException;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 clients that open streams only to reset them. */
class ResetFloodTest {
  private static final int MANY = 1_000_000;

  @TempDir Path directory;

  private static ServerOptions strict() {
    return TestServer.options(bounds -> bounds.http2EventsPerSecond = 200);
  }

  @Test
  void endsTheConnectionAndNoOther() throws Exception {
    try (TestServer server =
            TestServer.start(
                directory,
                strict(),
                exchange -> exchange.respond(200, "text/plain", new byte[10]));
        SSLSocket socket = server.connect()) {
      FutureTask<Integer> flood = new FutureTask<>(() -> flood(socket));
      Thread.startVirtualThread(flood);
      TestServer.readAll(socket);
      assertThat(flood.get(30, TimeUnit.SECONDS)).isLessThan(MANY);
      assertThat(
              server
                  .client(Version.HTTP_2)
                  .send(server.request("/").build(), BodyHandlers.ofString())
                  .statusCode())
          .isEqualTo(200);
    }
  }

  /** Opens and resets streams until the server has had enough, and tells how many. */
  private static int flood(SSLSocket socket) {
    int streams = 0;
    try {
      RawHttp2 client = new RawHttp2(socket, 65_535);
      for (; streams < MANY; streams++) {
        client.reset(client.get("/"));
      }
    } catch (IOException closed) {
      // as it should be
    }
    return streams;
  }
}
