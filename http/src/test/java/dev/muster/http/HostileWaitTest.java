package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.muster.base.deadline.Deadline;
import dev.muster.model.status.ApiException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests that would take for ever, and clients that do not wait for them. */
class HostileWaitTest {
  private final CountDownLatch working = new CountDownLatch(1);
  private final CompletableFuture<Throwable> ended = new CompletableFuture<>();

  @TempDir Path directory;

  /** Computes until somebody stops it. */
  private void endless(Exchange exchange) {
    byte[] unused = exchange.body(1024);
    working.countDown();
    Throwable why = null;
    while (why == null) {
      why = catchThrowable(Deadline::check);
    }
    ended.complete(why);
    if (why instanceof RuntimeException problem) {
      throw problem;
    }
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void aRequestEndsWithItsTime(HttpClient.Version version) throws Exception {
    ServerOptions brief =
        TestServer.options(bounds -> bounds.requestTimeout = Duration.ofMillis(50));
    try (TestServer server = TestServer.start(directory, brief, this::endless);
        HttpClient client = server.client(version)) {
      HttpResponse<String> answer =
          client.send(server.request("/").build(), HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).isEqualTo(504);
      assertThat(answer.body())
          .contains("\"reason\":\"Timeout\"")
          .contains(
              "\"message\":\"Timeout: request did not complete within requested timeout -"
                  + " context deadline exceeded\"");
      assertThat(ended.get()).isInstanceOf(ApiException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(HttpClient.Version.class)
  void aRequestEndsWithItsClient(HttpClient.Version version) throws Exception {
    try (TestServer server = TestServer.start(directory, TestServer.options(), this::endless)) {
      HttpClient client = server.client(version);
      CompletableFuture<HttpResponse<String>> unused =
          client.sendAsync(server.request("/").build(), HttpResponse.BodyHandlers.ofString());
      working.await();
      client.shutdownNow();
      assertThat(ended.get(30, TimeUnit.SECONDS)).isInstanceOf(ClientGoneException.class);
    }
  }

  @Test
  void whatArrivesWhileASlowRequestIsAnsweredIsNotTakenForPartOfIt() throws Exception {
    ServerOptions slow =
        TestServer.options(bounds -> bounds.requestTimeout = Duration.ofMillis(1500));
    try (TestServer server = TestServer.start(directory, slow, this::endless);
        SSLSocket socket = server.connect()) {
      String request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.repeat(3).getBytes(StandardCharsets.US_ASCII));
      String answers = TestServer.readAll(socket);
      assertThat(answers).startsWith("HTTP/1.1 504").containsIgnoringCase("Connection: close");
      assertThat(answers.split("HTTP/1.1 ", -1)).as(answers).hasSize(2);
    }
  }
}
