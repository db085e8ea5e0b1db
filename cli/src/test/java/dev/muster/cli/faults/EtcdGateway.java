package dev.muster.cli.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import java.util.function.Predicate;

/** Speaks to one etcd in JSON, past everything that is being tested. */
final class EtcdGateway implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final URI url;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  EtcdGateway(URI url) {
    this.url = url;
  }

  /** Text as it is in its messages. */
  static String coded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  static String decoded(JsonNode text) {
    return new String(Base64.getDecoder().decode(text.asText()), UTF_8);
  }

  /** The answer, which may be a refusal. A connection that ends under it is tried once more. */
  JsonNode call(String path, String body) {
    HttpRequest request = request(path, body).timeout(Duration.ofSeconds(60)).build();
    try {
      try {
        return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
      } catch (IOException ended) {
        return JSON.readTree(http.send(request, BodyHandlers.ofString()).body());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Hands over what a watch brings, until that is enough. */
  void watch(String create, Predicate<JsonNode> enough) {
    HttpRequest request = request("/v3/watch", "{\"create_request\":" + create + "}").build();
    try (InputStream in = http.send(request, BodyHandlers.ofInputStream()).body();
        MappingIterator<JsonNode> messages = JSON.readerFor(JsonNode.class).readValues(in)) {
      while (!enough.test(messages.nextValue().path("result"))) {
        // the next one
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private HttpRequest.Builder request(String path, String body) {
    return HttpRequest.newBuilder(url.resolve(path)).POST(BodyPublishers.ofString(body));
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
