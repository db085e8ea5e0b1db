package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that go on, as watches do. */
class StreamTest {
  @TempDir Path directory;
  private TestServer server;
  private final BlockingQueue<Watch> watches = new LinkedBlockingQueue<>();
  private final Semaphore ended = new Semaphore(0);

  /** The endpoint's side of a watch. */
  private record Watch(BlockingQueue<String> events, CompletableFuture<Void> gone) {
    Watch() {
      this(new LinkedBlockingQueue<>(), new CompletableFuture<>());
    }

    void send(String... more) {
      events.addAll(List.of(more));
    }

    void awaitGone() throws Exception {
      gone.get(30, TimeUnit.SECONDS);
    }
  }

  @BeforeEach
  void start() throws Exception {
    Duration brief = Duration.ofSeconds(1);
    server =
        TestServer.start(
            directory,
            TestServer.options(
                bounds -> {
                  bounds.idleTimeout = brief;
                  bounds.writeTimeout = brief;
                }),
            this::answer);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** Sends the events as lines until the last, or until the client is gone. */
  private void answer(Exchange exchange) throws InterruptedException {
    switch (exchange.path()) {
      case "/watch" -> {
        try {
          watch(exchange);
        } finally {
          ended.release();
        }
      }
      case "/flood" -> flood(exchange);
      case "/breaks" -> {
        exchange.stream(200, "text/plain").write(lines("half"));
        throw new IllegalStateException("broken in mid stream");
      }
      case "/left-open" -> exchange.stream(200, "text/plain").write(lines("done"));
      default -> exchange.respond(200, "text/plain", new byte[0]);
    }
  }

  private void watch(Exchange exchange) throws InterruptedException {
    Watch watch = new Watch();
    try (Exchange.Stream stream = exchange.stream(200, "text/plain")) {
      stream.onGone(
          () -> {
            watch.gone().complete(null);
            watch.send("last");
          });
      watches.add(watch);
      for (String event = watch.events().take();
          !event.equals("last");
          event = watch.events().take()) {
        stream.write(lines(event));
      }
    }
  }

  private void flood(Exchange exchange) {
    Watch watch = new Watch();
    watches.add(watch);
    try (Exchange.Stream stream = exchange.stream(200, "text/plain")) {
      byte[] much = new byte[1 << 20];
      while (true) {
        stream.write(Body.of(much));
      }
    } catch (ClientGoneException e) {
      watch.gone().complete(null);
      throw e;
    }
  }

  private static Body lines(String line) {
    Body body = new Body(2);
    return body.add(line.getBytes(StandardCharsets.UTF_8)).add(new byte[] {'\n'});
  }

  private HttpResponse<Stream<String>> watch(Version version) throws Exception {
    return server.client(version).send(server.request("/watch").build(), BodyHandlers.ofLines());
  }

  private Watch nextWatch() throws InterruptedException {
    Watch next = watches.poll(30, TimeUnit.SECONDS);
    assertThat(next).isNotNull();
    return next;
  }

  private HttpResponse<InputStream> open(HttpClient client, String path) throws Exception {
    return client.send(server.request(path).build(), BodyHandlers.ofInputStream());
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void eventsArriveAsTheyAreWritten(Version version) throws Exception {
    HttpResponse<Stream<String>> answer = watch(version);
    assertThat(answer.statusCode()).isEqualTo(200);
    Watch watch = nextWatch();
    var lines = answer.body().iterator();
    for (String event : List.of("a", "b", "c")) {
      watch.send(event);
      assertThat(lines.next()).isEqualTo(event);
    }
    watch.send("last");
    assertThat(lines.hasNext()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void silenceBeyondTheIdleTimeoutIsAllowed(Version version) throws Exception {
    HttpResponse<Stream<String>> answer = watch(version);
    Watch watch = nextWatch();
    assertThatThrownBy(() -> watch.gone().get(2_800, TimeUnit.MILLISECONDS))
        .isInstanceOf(TimeoutException.class);
    watch.send("late", "last");
    assertThat(answer.body()).containsExactly("late");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void theEndpointLearnsThatTheClientIsGone(Version version) throws Exception {
    HttpClient client = server.client(version);
    HttpResponse<InputStream> answer = open(client, "/watch");
    Watch watch = nextWatch();
    assertThat(watch.gone()).isNotDone();
    answer.body().close();
    watch.awaitGone();
  }

  @Test
  void theEndpointLearnsThatAnHttp1ConnectionIsClosed() throws Exception {
    Watch watch;
    try (SSLSocket socket = server.connect()) {
      OutputStream out = socket.getOutputStream();
      out.write("GET /watch HTTP/1.1\r\nHost: h\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      BufferedReader in =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      assertThat(in.readLine()).isEqualTo("HTTP/1.1 200 OK");
      watch = nextWatch();
      out.write("GET /more HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII));
      watch.send("still here");
      assertThat(in.lines().anyMatch("still here"::equals)).isTrue();
      assertThat(watch.gone()).isNotDone();
    }
    watch.awaitGone();
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void clientsThatDoNotReadAreGivenUp(Version version) throws Exception {
    HttpClient client = server.client(version);
    HttpResponse<InputStream> answer = open(client, "/flood");
    nextWatch().awaitGone();
    assertThatThrownBy(() -> answer.body().readAllBytes()).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void brokenStreamsDoNotLookComplete(Version version) throws Exception {
    HttpResponse<InputStream> answer = open(server.client(version), "/breaks");
    assertThatThrownBy(() -> answer.body().readAllBytes()).isInstanceOf(IOException.class);
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void streamsLeftOpenAreClosed(Version version) throws Exception {
    assertThat(open(server.client(version), "/left-open").body()).hasContent("done\n");
  }

  @ParameterizedTest
  @EnumSource(Version.class)
  void aStoppingServerEndsItsStreams(Version version) throws Exception {
    HttpResponse<Stream<String>> answer = watch(version);
    Watch watch = nextWatch();
    server.close();
    watch.awaitGone();
    assertThat(answer.body()).isEmpty();
  }

  @Test
  void manyWatchesOfOneConnectionMayBeCancelledAtOnce() throws Exception {
    HttpClient client = server.client(Version.HTTP_2);
    HttpResponse<InputStream> innocent = open(client, "/watch");
    Watch innocentWatch = nextWatch();
    for (int round = 0; round < 300; round++) {
      open(client, "/watch").body().close();
    }
    assertThat(ended.tryAcquire(300, 30, TimeUnit.SECONDS)).isTrue();
    innocentWatch.send("unharmed", "last");
    assertThat(innocent.body()).hasContent("unharmed\n");
  }
}
