package dev.muster.client.kubeconfig;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.muster.client.http.Escaped;
import dev.muster.client.http.WholeAnswers;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The server that a kubeconfig points to. Keeps connections; thread-safe. Follows no redirects:
 * what is sent is meant for this server only.
 */
public final class RemoteServer implements AutoCloseable {
  private final ClientConfig config;
  private final HttpClient client;

  /** A server, with the identity that the configuration gives. */
  public RemoteServer(ClientConfig config) {
    this.config = config;
    this.client = config.connections().build();
  }

  /** Where it serves. */
  public URI url() {
    return config.server();
  }

  /** An answer, read whole. */
  public record Answer(
      int code, Optional<String> contentType, String body, Optional<String> retryAfter) {}

  /**
   * Sends a request and reads the whole answer.
   *
   * @param path is put after the server's URL; empty for the URL itself
   * @param json a body to post; null to get
   * @throws HttpTimeoutException if the answer is not there, whole, in time
   * @throws IOException if there is no answer, or a longer one than it may be
   */
  public Answer send(String path, byte @Nullable [] json, Duration timeout, int longest)
      throws IOException, InterruptedException {
    return send(json == null ? "GET" : "POST", path, json, timeout, longest);
  }

  /** The same with a method of the caller's choice. */
  public Answer send(
      String method, String path, byte @Nullable [] json, Duration timeout, int longest)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path, timeout);
    if (json == null) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.header("Content-Type", "application/json");
      request.method(method, BodyPublishers.ofByteArray(json));
    }
    return answer(request, timeout, longest);
  }

  /** The same with a body of any type. */
  public Answer send(
      String method, String path, String contentType, byte[] body, Duration timeout, int longest)
      throws IOException, InterruptedException {
    return answer(
        request(path, timeout)
            .header("Content-Type", contentType)
            .method(method, BodyPublishers.ofByteArray(body)),
        timeout,
        longest);
  }

  /** Sends a JSON patch (RFC 6902), otherwise as {@link #send}. */
  public Answer patch(String path, byte[] operations, Duration timeout, int longest)
      throws IOException, InterruptedException {
    return answer(
        request(path, timeout)
            .header("Content-Type", "application/json-patch+json")
            .method("PATCH", BodyPublishers.ofByteArray(operations)),
        timeout,
        longest);
  }

  private HttpRequest.Builder request(String path, Duration timeout) throws IOException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(Escaped.uri(config.server() + path))
            .timeout(timeout)
            .header("Accept", "application/json")
            .header("User-Agent", "muster");
    config.authenticate(request);
    return request;
  }

  private Answer answer(HttpRequest.Builder request, Duration timeout, int longest)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response = WholeAnswers.get(client, request.build(), timeout, longest);
    return new Answer(
        response.statusCode(),
        response.headers().firstValue("Content-Type"),
        new String(response.body(), UTF_8),
        response.headers().firstValue("Retry-After"));
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
