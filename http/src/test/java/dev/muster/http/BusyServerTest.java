package dev.muster.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class BusyServerTest {
  @TempDir Path directory;

  @Test
  void whoFindsNoPlaceIsToldToComeBackInPlainText() throws Exception {
    CountDownLatch working = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    try (TestServer server =
            TestServer.start(
                directory,
                TestServer.options(bounds -> bounds.requests = 1),
                exchange -> {
                  working.countDown();
                  done.await();
                  exchange.respond(200, "text/plain", new byte[0]);
                });
        HttpClient client = server.client(HttpClient.Version.HTTP_2)) {
      CompletableFuture<HttpResponse<String>> first =
          client.sendAsync(server.request("/").build(), HttpResponse.BodyHandlers.ofString());
      working.await();
      HttpResponse<String> second =
          client.send(server.request("/").build(), HttpResponse.BodyHandlers.ofString());
      done.countDown();
      assertThat(second.statusCode()).isEqualTo(429);
      assertThat(second.body()).isEqualTo("Too many requests, please try again later.\n");
      assertThat(second.headers().firstValue("Content-Type")).hasValue("text/plain; charset=utf-8");
      assertThat(second.headers().firstValue("Retry-After")).hasValue("1");
      assertThat(first.get().statusCode()).isEqualTo(200);
    }
  }
}
