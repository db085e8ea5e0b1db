package dev.muster.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
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
    ServerOptions usual = TestServer.options();
    return new ServerOptions(
        usual.bindAddress(),
        usual.port(),
        usual.idleTimeout(),
        usual.headerTimeout(),
        usual.bodyTimeout(),
        usual.writeTimeout(),
        usual.stopTimeout(),
        usual.requestTimeout(),
        usual.headerBytes(),
        usual.requests(),
        usual.connections(),
        usual.connectionsPerAddress(),
        usual.streamsPerConnection(),
        200);
  }

  @Test
  void endsTheConnectionAndNoOther() throws Exception {
    try (TestServer server =
            TestServer.start(
                directory,
                strict(),
                exchange -> exchange.respond(200, "text/plain", new byte[10]));
        SSLSocket socket = server.connect()) {
      Http2Frames.begin(socket);
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
    int stream = 0;
    try {
      for (; stream < MANY; stream++) {
        var frames = new ByteArrayOutputStream();
        Http2Frames.write(
            frames,
            Http2Frames.HEADERS,
            Http2Frames.END_OF_STREAM_AND_HEADERS,
            2 * stream + 1,
            Http2Frames.GET);
        Http2Frames.write(frames, Http2Frames.RESET, 0, 2 * stream + 1, new byte[] {0, 0, 0, 8});
        socket.getOutputStream().write(frames.toByteArray());
      }
    } catch (IOException closed) {
      // as it should be
    }
    return stream;
  }
}
