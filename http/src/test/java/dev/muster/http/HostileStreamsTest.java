package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.model.status.Status;
import dev.muster.testing.http.Http2Frame;
import dev.muster.testing.http.RawHttp2;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Strangers who open streams and do not go on: with bodies announced, with answers not taken. */
@Timeout(60)
class HostileStreamsTest {
  private static final int PLACES = 4;
  private static final int USUAL_WINDOW = 65_535;

  @TempDir Path directory;
  private final Semaphore asked = new Semaphore(0);

  @SuppressWarnings("NullAway.Init")
  private TestServer server;

  @BeforeEach
  void start() throws Exception {
    server =
        TestServer.start(
            directory, TestServer.options(bounds -> bounds.requests = PLACES), this::answer);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** As the API server does: who is nobody is refused, health is told to everybody. */
  private void answer(Exchange exchange) {
    asked.release();
    switch (exchange.path()) {
      case "/livez" -> exchange.respond(200, "text/plain", "ok".getBytes(StandardCharsets.UTF_8));
      case "/mine" -> {
        exchange.admitted(() -> {});
        exchange.respond(200, "text/plain", new byte[10]);
      }
      default -> throw Status.unauthorized().exception();
    }
  }

  private int get(String path) throws Exception {
    try (HttpClient client = server.client(Version.HTTP_2)) {
      return client.send(server.request(path).build(), BodyHandlers.ofString()).statusCode();
    }
  }

  @Test
  void whoseBodiesNeverComeKeepNoPlace() throws Exception {
    try (RawHttp2 flood = new RawHttp2(server.connect(), USUAL_WINDOW)) {
      for (int i = 0; i < PLACES; i++) {
        flood.post("/secret", "content-length", "10");
        flood.post("/livez", "content-length", "10");
        asked.acquire(2);
      }
      assertThat(get("/livez")).isEqualTo(200);
      assertThat(get("/mine")).isEqualTo(200);
      assertThat(get("/secret")).isEqualTo(401);
    }
  }

  @Test
  void whoDoNotTakeTheirAnswersMakeWayForOthers() throws Exception {
    try (RawHttp2 flood = new RawHttp2(server.connect(), 0)) {
      Set<Integer> open = new HashSet<>();
      for (int i = 0; i < RequestHandler.MOST_STRANGERS_OF_ONE_ADDRESS + 20; i++) {
        open.add(flood.get(i % 2 == 0 ? "/secret" : "/livez"));
        asked.acquire();
      }
      assertThat(get("/livez")).isEqualTo(200);
      Set<Integer> ended = new HashSet<>();
      while (ended.size() < 20) {
        Http2Frame frame = flood.next();
        if (frame.type() == Http2Frame.RESET) {
          ended.add(frame.stream());
        }
      }
      assertThat(open).containsAll(ended);
      assertThat(get("/mine")).isEqualTo(200);
    }
  }

  @Test
  void whoIsLetInIsWaitedFor() throws Exception {
    try (RawHttp2 slow = new RawHttp2(server.connect(), 0);
        RawHttp2 flood = new RawHttp2(server.connect(), 0)) {
      int mine = slow.get("/mine");
      asked.acquire();
      for (int i = 0; i < RequestHandler.MOST_STRANGERS_OF_ONE_ADDRESS + 1; i++) {
        flood.get("/secret");
        asked.acquire();
      }
      while (flood.next().type() != Http2Frame.RESET) {
        // until the first of them has been pushed out
      }
      slow.widen(mine, 100);
      Http2Frame last = slow.next();
      while (!last.endsStream() && last.type() != Http2Frame.RESET) {
        last = slow.next();
      }
      assertThat(last.endsStream()).isTrue();
    }
  }

  /** One who sends its body a moment later gets its answer and no reset. */
  @Test
  void aBodyThatComesLateIsTakenBeforeTheAnswer() throws Exception {
    try (RawHttp2 late = new RawHttp2(server.connect(), USUAL_WINDOW)) {
      int stream = late.post("/secret", "content-length", "10");
      asked.acquire();
      late.data(stream, new byte[10], true);
      Http2Frame frame = late.next();
      while (!frame.endsStream()) {
        assertThat(frame.type()).isNotEqualTo(Http2Frame.RESET);
        frame = late.next();
      }
    }
  }

  @Test
  void placesOfThoseWhoAreLetInAreGivenBackAfterTheAnswer() throws Exception {
    for (int i = 0; i < 3 * PLACES; i++) {
      assertThat(get("/mine")).isEqualTo(200);
    }
  }
}
