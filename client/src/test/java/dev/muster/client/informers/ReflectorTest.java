package dev.muster.client.informers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.muster.client.api.ApiClient;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.Credential;
import dev.muster.pki.Trust;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server that ends watches in every way there is. */
class ReflectorTest {
  /** What the server answers next; a watch for which nothing is left stays open. */
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  @SuppressWarnings("NullAway.Init")
  private HttpServer server;

  @SuppressWarnings("NullAway.Init")
  private ApiClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    client =
        new ApiClient(
            new ClientConfig(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                new Trust.Machine(),
                Optional.empty(),
                new Credential.None(),
                "default"));
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    String query = exchange.getRequestURI().getQuery();
    told.add(
        query == null ? "list" : "watch " + query.replaceAll(".*resourceVersion=(\\d+).*", "$1"));
    @Nullable String text = answers.poll();
    exchange.sendResponseHeaders(200, 0);
    if (text == null) {
      exchange.getResponseBody().flush();
      return; // stays open
    }
    exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
    exchange.getResponseBody().flush();
    if (text.endsWith("\n")) {
      throw new IOException("the connection breaks"); // without the end of the body
    }
    exchange.close();
  }

  private final Reflector.Listener listener =
      new Reflector.Listener() {
        @Override
        public void replaced(List<ObjectNode> all) {
          told.add("all " + all.stream().map(ReflectorTest::name).toList());
        }

        @Override
        public void changed(ObjectNode object) {
          told.add("changed " + name(object));
        }

        @Override
        public void deleted(ObjectNode last) {
          told.add("deleted " + name(last));
        }
      };

  private static String name(ObjectNode object) {
    return object.path("metadata").path("name").asText();
  }

  private static String list(long revision, String name) {
    return """
        {"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"%d"},
         "items":[{"metadata":{"name":"%s"}}]}"""
        .formatted(revision, name);
  }

  private static String event(String type, String name, long revision) {
    return """
        {"type":"%s","object":{"metadata":{"name":"%s","resourceVersion":"%d"}}}"""
        .formatted(type, name, revision);
  }

  private void hears(String... expected) throws InterruptedException {
    for (String each : expected) {
      assertThat(told.poll(30, TimeUnit.SECONDS)).isEqualTo(each);
    }
  }

  @Test
  void aWatchThatBreaksOffGoesOnAfterTheLastEventThatWasHeard() throws Exception {
    answers.add(list(5, "a"));
    answers.add(event("ADDED", "b", 6) + "\n" + event("DELETED", "b", 7) + "\n");
    answers.add(event("BOOKMARK", "", 9));
    try (Reflector reflector = Reflector.start(client, "/api/v1/pods", "", listener)) {
      assertThat(reflector).isNotNull();
      hears("list", "all [a]", "watch 5", "changed b", "deleted b", "watch 7", "watch 9");
    }
  }

  @Test
  void aWatchThatFellBehindBeginsWithAListAgain() throws Exception {
    answers.add(list(5, "a"));
    answers.add(
        event("ADDED", "b", 6)
            + "\n{\"type\":\"ERROR\",\"object\":{\"code\":410,\"reason\":\"Expired\"}}");
    answers.add(list(20, "c"));
    try (Reflector reflector = Reflector.start(client, "/api/v1/pods", "", listener)) {
      assertThat(reflector).isNotNull();
      hears("list", "all [a]", "watch 5", "changed b", "list", "all [c]", "watch 20");
    }
  }
}
