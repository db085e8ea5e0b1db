package dev.muster.apiserver.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.muster.apiserver.authn.InProcessUsers;
import dev.muster.apiserver.authn.Result;
import dev.muster.apiserver.request.FakeExchange;
import dev.muster.authz.User;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.http.Body;
import dev.muster.http.ClientGoneException;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The way to a server in the same process, and who cannot take it. */
class InProcessTransportTest {
  private static final User USER = User.of("system:serviceaccount:kube-system:x");

  private static ApiClient client(Endpoint endpoint) {
    return new ApiClient(new InProcessTransport(endpoint, USER, "agent/1"));
  }

  @Test
  void theEndpointSeesARequestLikeAnyOtherAndWhoseItIs() throws IOException {
    Endpoint endpoint =
        exchange -> {
          assertThat(exchange.path()).isEqualTo("/a b");
          assertThat(exchange.query()).isEqualTo("c=d%20e");
          assertThat(exchange.header("User-Agent")).isEqualTo("agent/1");
          assertThat(new InProcessUsers().authenticate(exchange))
              .isEqualTo(new Result.Authenticated(USER));
          exchange.respond(
              200, "application/json", "{\"kind\":\"K\"}".getBytes(StandardCharsets.UTF_8));
        };
    assertThat(client(endpoint).get("/a%20b?c=d%20e").path("kind").asText()).isEqualTo("K");
  }

  /** As a busy server says it, which is not a Status. */
  @Test
  void whatABusyServerRefusesIsAskedAgain() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    Endpoint busyAtFirst =
        exchange -> {
          boolean busy = asked.incrementAndGet() < 3;
          exchange.respond(
              busy ? 429 : 200,
              busy ? "text/plain; charset=utf-8" : "application/json",
              (busy ? "Too many requests, please try again later.\n" : "{\"kind\":\"K\"}")
                  .getBytes(StandardCharsets.UTF_8));
        };
    assertThat(client(busyAtFirst).get("/a").path("kind").asText()).isEqualTo("K");
    assertThat(asked).hasValue(3);
  }

  @Test
  void nothingFromTheNetworkIsTakenForIt() {
    FakeExchange foreign = new FakeExchange().with("User-Agent", "agent/1");
    assertThat(new InProcessUsers().authenticate(foreign)).isInstanceOf(Result.NoCredentials.class);
  }

  @Test
  void whatIsThrownBecomesAnAnswer() {
    assertThatThrownBy(
            () ->
                client(
                        x -> {
                          throw Status.unauthorized().exception();
                        })
                    .get("/"))
        .isInstanceOfSatisfying(ApiProblem.class, e -> assertThat(e.code()).isEqualTo(401));
    assertThatThrownBy(
            () ->
                client(
                        x -> {
                          throw new IllegalStateException("secret");
                        })
                    .get("/"))
        .isInstanceOfSatisfying(
            ApiProblem.class,
            e -> {
              assertThat(e.code()).isEqualTo(500);
              assertThat(e).hasMessageNotContaining("secret");
            });
    assertThatThrownBy(() -> client(x -> {}).get("/")).isInstanceOf(IOException.class);
  }

  @Test
  void aWatchThatIsClosedIsOver() throws Exception {
    CountDownLatch gone = new CountDownLatch(1);
    Endpoint endpoint =
        exchange -> {
          try (Exchange.Stream stream = exchange.stream(200, "application/json")) {
            stream.onGone(gone::countDown);
            stream.write(Body.of("{}\n".getBytes(StandardCharsets.UTF_8)));
            gone.await();
          }
        };
    try (InputStream watch = client(endpoint).watch("/")) {
      assertThat(watch.readNBytes(3)).isEqualTo("{}\n".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whoeverStopsWaitingForAWatchLeavesNoneBehind() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch begin = new CountDownLatch(1);
    CountDownLatch gone = new CountDownLatch(1);
    Endpoint endpoint =
        exchange -> {
          asked.countDown();
          begin.await();
          try (Exchange.Stream stream = exchange.stream(200, "application/json")) {
            stream.onGone(gone::countDown);
            gone.await();
          }
        };
    Thread asking =
        Thread.ofVirtual()
            .start(
                () ->
                    assertThatThrownBy(() -> client(endpoint).watch("/"))
                        .isInstanceOf(IOException.class));
    asked.await();
    asking.interrupt();
    asking.join();
    begin.countDown();
    assertThat(gone.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void whoeverDoesNotReadMakesTheWriterWaitAndKeepsLittle() throws Exception {
    CountDownLatch ended = new CountDownLatch(1);
    long[] written = {0};
    Endpoint endpoint =
        exchange -> {
          try (Exchange.Stream stream = exchange.stream(200, "application/json")) {
            while (true) {
              stream.write(Body.of(new byte[1 << 20]));
              written[0]++;
            }
          } catch (ClientGoneException e) {
            ended.countDown();
          }
        };
    InputStream watch = client(endpoint).watch("/");
    assertThat(watch.readNBytes(10)).hasSize(10);
    assertThat(ended.await(300, TimeUnit.MILLISECONDS)).isFalse();
    watch.close();
    assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(written[0]).isLessThan(8);
  }
}
