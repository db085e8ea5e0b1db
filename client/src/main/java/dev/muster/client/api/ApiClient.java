package dev.muster.client.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.http.Escaped;
import dev.muster.client.kubeconfig.ClientConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Requests to the API server, as one user. Paths are absolute, with their query. */
public final class ApiClient implements AutoCloseable {
  /** One answer may take this long; watches may last for ever. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final int LARGEST_ANSWER = 256 << 20;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ClientConfig config;
  private final String base;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http;

  public ApiClient(ClientConfig config) {
    this.config = config;
    this.base = config.server().toString().replaceAll("/$", "");
    this.http =
        HttpClient.newBuilder()
            .sslContext(config.tls())
            .connectTimeout(Duration.ofSeconds(10))
            .executor(threads)
            .build();
  }

  public URI server() {
    return config.server();
  }

  public ObjectNode get(String path) throws IOException {
    return send(request(path).timeout(TIMEOUT).GET());
  }

  public ObjectNode create(String path, JsonNode object) throws IOException {
    return send(json(path, "application/json").POST(body(object)));
  }

  public ObjectNode replace(String path, JsonNode object) throws IOException {
    return send(json(path, "application/json").PUT(body(object)));
  }

  /** A merge of maps and of lists by their keys, as kubelets write status. */
  public ObjectNode strategicPatch(String path, JsonNode patch) throws IOException {
    return send(json(path, "application/strategic-merge-patch+json").method("PATCH", body(patch)));
  }

  /** A merge of maps; lists are replaced whole. */
  public ObjectNode mergePatch(String path, JsonNode patch) throws IOException {
    return send(json(path, "application/merge-patch+json").method("PATCH", body(patch)));
  }

  public ObjectNode delete(String path, JsonNode options) throws IOException {
    return send(json(path, "application/json").method("DELETE", body(options)));
  }

  /** The open answer to a watch; the caller closes it, from any thread. */
  InputStream watch(String path) throws IOException {
    HttpResponse<InputStream> response = exchange(request(path).GET());
    if (response.statusCode() == 200) {
      return response.body();
    }
    try (InputStream body = response.body()) {
      throw problem(response.statusCode(), body.readNBytes(1 << 20));
    }
  }

  private ObjectNode send(HttpRequest.Builder request) throws IOException {
    HttpResponse<InputStream> response = exchange(request);
    byte[] bytes;
    try (InputStream body = response.body()) {
      bytes = body.readNBytes(LARGEST_ANSWER);
    }
    int code = response.statusCode();
    if (code < 200 || code > 299) {
      throw problem(code, bytes);
    }
    if (JSON.readTree(bytes) instanceof ObjectNode object) {
      return object;
    }
    throw new ApiProblem(code, "Unreadable", "the API server's answer is not a JSON object");
  }

  private HttpResponse<InputStream> exchange(HttpRequest.Builder request) throws IOException {
    try {
      return http.send(request.build(), BodyHandlers.ofInputStream());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private HttpRequest.Builder json(String path, String type) throws IOException {
    return request(path).timeout(TIMEOUT).header("Content-Type", type);
  }

  private HttpRequest.Builder request(String path) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(Escaped.uri(base + path))
            .header("Accept", "application/json")
            .header("User-Agent", "muster-node");
    config.credential().header().ifPresent(value -> request.header("Authorization", value));
    return request;
  }

  private static BodyPublisher body(JsonNode object) throws JsonProcessingException {
    return BodyPublishers.ofByteArray(JSON.writeValueAsBytes(object));
  }

  private static ApiProblem problem(int code, byte[] body) {
    try {
      JsonNode status = JSON.readTree(body);
      if (status != null && status.path("kind").asText().equals("Status")) {
        return new ApiProblem(
            code, status.path("reason").asText(), status.path("message").asText());
      }
    } catch (IOException e) {
      // not a Status: the code says it all
    }
    return new ApiProblem(code, "", "the API server answered " + code);
  }

  @Override
  public void close() {
    http.shutdownNow();
    threads.shutdownNow();
  }
}
