package dev.muster.apiserver.running;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Sends requests over a kept connection and hands the answers back whole. */
public final class Client implements AutoCloseable {
  private final String url;
  private final String token;
  private final Map<String, List<String>> usual;
  private final HttpClient http =
      HttpClient.newBuilder()
          .sslContext(TrustAll.context())
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(30))
          .build();

  public Client(String url, String token) {
    this(url, token, Map.of());
  }

  private Client(String url, String token, Map<String, List<String>> usual) {
    this.url = url;
    this.token = token;
    this.usual = usual;
  }

  /** Another one that speaks in somebody else's name. */
  public Client as(String user) {
    return new Client(url, token, Map.of("Impersonate-User", List.of(user)));
  }

  /**
   * One request.
   *
   * @param headers replace the usual ones (Accept, Authorization); a header without values is not
   *     sent
   */
  public Answer send(
      String method, String path, byte @Nullable [] body, Map<String, List<String>> headers) {
    Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.put("Accept", List.of("application/json"));
    all.put("Authorization", List.of("Bearer " + token));
    all.putAll(usual);
    all.putAll(headers);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(Duration.ofSeconds(60))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    all.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
    try {
      return Answer.of(http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** What an answer without an end begins with; the connection closes with the stream. */
  public InputStream open(String path) throws IOException, InterruptedException {
    return open(path, "application/json");
  }

  /** The same in a format. */
  public InputStream open(String path, String accept) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Authorization", "Bearer " + token)
            .header("Accept", accept);
    usual.forEach((name, values) -> values.forEach(value -> request.header(name, value)));
    HttpResponse<InputStream> answer =
        http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    if (answer.statusCode() != 200) {
      throw new IOException("HTTP " + answer.statusCode());
    }
    return answer.body();
  }

  public Answer get(String path) {
    return send("GET", path, null, Map.of());
  }

  public Answer delete(String path) {
    return send("DELETE", path, null, Map.of());
  }

  /** A request with a JSON body. */
  public Answer json(String method, String path, String body) {
    return text(method, path, "application/json", body);
  }

  /** A request with a body of some type. */
  public Answer text(String method, String path, String contentType, String body) {
    return send(
        method,
        path,
        body.getBytes(java.nio.charset.StandardCharsets.UTF_8),
        Map.of("Content-Type", List.of(contentType)));
  }

  /** Gives up whatever goes on. */
  @Override
  public void close() {
    http.shutdownNow();
  }
}
