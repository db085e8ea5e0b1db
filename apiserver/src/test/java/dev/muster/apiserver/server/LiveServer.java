package dev.muster.apiserver.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.certificates.PkiClient;
import dev.muster.apiserver.plugins.FailurePolicy;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A whole API server in a directory, on a free port, and requests to it over HTTPS. */
public final class LiveServer implements AutoCloseable {
  /** A member of system:masters. */
  public static final String ADMIN = "admin-token";

  /** User alice in the group dev. */
  public static final String ALICE = "alice-token";

  /** No credentials at all. */
  public static final String NOBODY = "";

  private static final ObjectMapper JSON = new ObjectMapper();

  private final ApiServer server;
  private final HttpClient client;

  private LiveServer(ApiServer server, HttpClient client) {
    this.server = server;
    this.client = client;
  }

  /** An answer; the body is missing if it is not JSON. */
  public record Answer(HttpResponse<String> response, JsonNode body) {
    public int code() {
      return response.statusCode();
    }

    public JsonNode at(String pointer) {
      return body.at(pointer);
    }

    public String text(String pointer) {
      return body.at(pointer).asText();
    }
  }

  /** With mode RBAC. */
  public static LiveServer start(Path directory) throws IOException {
    return start(directory, List.of("RBAC"), Optional.empty());
  }

  static LiveServer start(Path directory, List<String> modes, Optional<Path> policy)
      throws IOException {
    return start(
        directory,
        new Authorization(
            modes, policy, Optional.empty(), List.of(), FailurePolicy.Deny, Optional.empty()));
  }

  public static LiveServer start(Path directory, Authorization authorization) throws IOException {
    Path tokens = directory.resolve("tokens.csv");
    Files.writeString(tokens, ADMIN + ",admin,,\"system:masters\"\n" + ALICE + ",alice,a-1,dev\n");
    Path data = Files.createDirectories(directory.resolve("data"));
    ServerConfig config =
        ServerConfig.in(data)
            .onPort(0)
            .with(Authentication.defaults().withTokenFile(tokens))
            .with(authorization)
            .with(Admission.without("ServiceAccount"));
    ApiServer server = ApiServer.start(config);
    Pki pki = Pki.open(PkiOptions.in(data), Clock.systemUTC());
    return new LiveServer(
        server,
        HttpClient.newBuilder()
            .sslContext(PkiClient.of(pki, null))
            .connectTimeout(Duration.ofSeconds(20))
            .build());
  }

  public Answer get(String token, String path) {
    return send(request(token, path).GET());
  }

  /** The lines of an answer as they come; the connection closes with the stream. */
  public Stream<String> lines(String token, String path) throws IOException, InterruptedException {
    HttpRequest request = request(token, path).GET().build();
    return client.send(request, HttpResponse.BodyHandlers.ofLines()).body();
  }

  public Answer head(String token, String path) {
    return send(request(token, path).method("HEAD", HttpRequest.BodyPublishers.noBody()));
  }

  public Answer delete(String token, String path) {
    return send(request(token, path).DELETE());
  }

  /** Posts JSON, in which single quotes stand for double ones. */
  public Answer post(String token, String path, String body, String... headers) {
    HttpRequest.Builder request =
        request(token, path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  /** Sends any request; in its body, which may be empty, single quotes stand for double ones. */
  public Answer send(String token, String method, String path, String body, String... headers) {
    HttpRequest.Builder request =
        request(token, path)
            .method(method, HttpRequest.BodyPublishers.ofString(body.replace('\'', '"')));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  /** Posts what has to succeed. */
  public Answer create(String path, String body) {
    Answer answer = post(ADMIN, path, body);
    if (answer.code() != 201) {
      throw new AssertionError(answer.body().toString());
    }
    return answer;
  }

  private HttpRequest.Builder request(String token, String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server.url() + path)).timeout(Duration.ofSeconds(60));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private Answer send(HttpRequest.Builder request) {
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      String type = response.headers().firstValue("Content-Type").orElse("");
      return new Answer(
          response, type.contains("json") ? JSON.readTree(response.body()) : JSON.missingNode());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  public Path kubeconfig() {
    return server.kubeconfig();
  }

  @Override
  public void close() {
    server.close();
  }
}
