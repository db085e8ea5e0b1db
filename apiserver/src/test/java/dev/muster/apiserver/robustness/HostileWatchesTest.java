package dev.muster.apiserver.robustness;

import static org.assertj.core.api.Assertions.assertThat;

import dev.muster.apiserver.flow.FlowLimits;
import dev.muster.apiserver.running.Answer;
import dev.muster.apiserver.running.RunningServer;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.Limits;
import dev.muster.testing.http.Http2Frame;
import dev.muster.testing.http.RawHttp2;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Watches that nobody reads. */
@Timeout(60)
class HostileWatchesTest {
  private static final String CONFIG_MAPS = "/api/v1/namespaces/default/configmaps";
  private static final String TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io";
  private static final int SHARE = 1_000_000;
  private static final int LARGE = 300_000;
  private static final int WATCHES = 8;

  @TempDir static Path directory;

  @SuppressWarnings("NullAway.Init")
  private static RunningServer server;

  @BeforeAll
  static void start() throws Exception {
    Path tokens = directory.resolve("users.csv");
    Files.writeString(
        tokens,
        """
        let-me-in,admin,1,"system:masters"
        mallory,mallory,2,"tenants"
        bob,bob,3,"tenants"
        """);
    FlowLimits usual = FlowLimits.defaults();
    FlowLimits limits =
        new FlowLimits(
            usual.requests(),
            usual.requestsPerUser(),
            usual.streams(),
            usual.streamsPerUser(),
            usual.seats(),
            usual.seatsPerUser(),
            usual.places(),
            usual.placesPerUser(),
            Duration.ofMinutes(1),
            10 * SHARE,
            SHARE,
            usual.inflight());
    server =
        RunningServer.configured(
            directory,
            config ->
                config
                    .with(Authentication.defaults().withTokenFile(tokens))
                    .with(Limits.defaults().with(limits)));
    server.makeAdmins("tenants");
    String large =
        "{\"metadata\":{\"name\":\"large\"},\"data\":{\"a\":\"" + "x".repeat(LARGE) + "\"}}";
    assertThat(server.client().json("POST", CONFIG_MAPS, large).status()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static RawHttp2 connect() throws IOException {
    return new RawHttp2(server.connect(), 0);
  }

  private static int watch(RawHttp2 client, String user, String accept) throws IOException {
    String path =
        CONFIG_MAPS + "?watch=true&includeObject=Object&fieldSelector=metadata.name=large";
    int stream = client.get(path, "authorization", "Bearer " + user, "accept", accept);
    Http2Frame frame = client.next();
    assertThat(frame.type()).isEqualTo(Http2Frame.HEADERS);
    assertThat(frame.stream()).isEqualTo(stream);
    return stream;
  }

  private static long backlog() throws Exception {
    Matcher found =
        Pattern.compile("(?m)^muster_watch_backlog_bytes (\\S+)$")
            .matcher(server.client().get("/metrics").body());
    assertThat(found.find()).isTrue();
    return (long) Double.parseDouble(found.group(1));
  }

  @Test
  void holdNoMoreThanAShareOfTheirUserAndNothingOfOthers() throws Exception {
    try (RawHttp2 slow = connect();
        RawHttp2 other = connect()) {
      Map<Integer, ByteArrayOutputStream> told = new HashMap<>();
      for (int i = 0; i < WATCHES; i++) {
        told.put(
            watch(slow, "mallory", i % 2 == 0 ? TABLE : "application/json"),
            new ByteArrayOutputStream());
      }
      int bobs = watch(other, "bob", TABLE);
      other.widen(0, 10_000_000);
      other.widen(bobs, 10_000_000);
      assertThat(line(other, bobs)).contains("\"type\":\"ADDED\"").contains("\"large\"");

      assertThat(backlog()).isBetween((long) LARGE, (long) SHARE);
      slow.widen(0, 100_000_000);
      for (int stream : told.keySet()) {
        slow.widen(stream, 10_000_000);
      }
      int complete = 0;
      while (complete < WATCHES) {
        Http2Frame frame = slow.next();
        assertThat(frame.type()).isEqualTo(Http2Frame.DATA);
        told.computeIfAbsent(frame.stream(), stream -> new ByteArrayOutputStream())
            .writeBytes(frame.body());
        if (frame.body().length > 0 && frame.body()[frame.body().length - 1] == '\n') {
          complete++;
        }
      }
      for (ByteArrayOutputStream each : told.values()) {
        assertThat(each.size()).isGreaterThan(LARGE);
      }
    }
  }

  private static String line(RawHttp2 client, int stream) throws IOException {
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    while (true) {
      Http2Frame frame = client.next();
      assertThat(frame.stream()).isEqualTo(stream);
      read.writeBytes(frame.body());
      String text = read.toString(StandardCharsets.UTF_8);
      if (text.endsWith("\n")) {
        return text;
      }
    }
  }

  /** As kube-apiserver: what is asked for people is not for a stream. */
  @ParameterizedTest
  @CsvSource({"pretty=true", "pretty=false"})
  void tellEachEventOnOneLine(String query) throws Exception {
    Answer all =
        server
            .client("bob")
            .get(
                CONFIG_MAPS
                    + "?watch=true&timeoutSeconds=1&resourceVersion=0&sendInitialEvents=true"
                    + "&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
                    + "&fieldSelector=metadata.name=large&"
                    + query);
    assertThat(all.status()).isEqualTo(200);
    assertThat(all.body().lines().toList())
        .hasSizeGreaterThanOrEqualTo(2)
        .allMatch(line -> line.startsWith("{\"type\":") && line.endsWith("}"));
  }
}
