package dev.muster.cli.faults;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.client.kubeconfig.Credential;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** HTTPS to one server, which may be gone or silent. Thread-safe. */
final class ServerConnection implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(1);

  /** A client does not wait longer than this; what it asked for may still be done. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private static final ObjectMapper JSON = new ObjectMapper();

  private final String name;
  private final String base;
  private final HttpClient http;

  private ServerConnection(String name, String base, HttpClient http) {
    this.name = name;
    this.base = base;
    this.http = http;
  }

  /** To the server of a kubeconfig, without the certificate of its user. */
  static ServerConnection to(String name, ClientConfig config) {
    ClientConfig nobody =
        new ClientConfig(
            config.server(), config.trust(), Optional.empty(), new Credential.None(), "default");
    return new ServerConnection(
        name,
        config.server().toString(),
        nobody.connections().version(HttpClient.Version.HTTP_1_1).connectTimeout(CONNECT).build());
  }

  String name() {
    return name;
  }

  /** Asks as somebody; {@link ServerReply#NONE} if no answer comes. */
  ServerReply send(String token, String method, String path, String type, String body) {
    HttpRequest.Builder request = request(token, path).timeout(PATIENCE);
    if (body.isEmpty()) {
      request.method(method, BodyPublishers.noBody());
    } else {
      request.header("Content-Type", type).method(method, BodyPublishers.ofString(body));
    }
    CompletableFuture<HttpResponse<String>> answered =
        http.sendAsync(request.build(), BodyHandlers.ofString());
    try {
      // the client's own bound ends with the head: a server may be stopped or killed in its answer
      HttpResponse<String> answer = answered.get(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      return new ServerReply(answer.statusCode(), JSON.readTree(answer.body()));
    } catch (IOException | ExecutionException | TimeoutException e) {
      answered.cancel(true);
      return ServerReply.NONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ServerReply.NONE;
    }
  }

  /** Whether it says so. */
  boolean ready() {
    HttpRequest request = request("", "/readyz").timeout(PATIENCE).build();
    try {
      return http.send(request, BodyHandlers.ofString()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** An answer without an end. */
  HttpResponse<InputStream> open(String token, String path)
      throws IOException, InterruptedException {
    HttpRequest request = request(token, path).timeout(PATIENCE).build();
    return http.send(request, BodyHandlers.ofInputStream());
  }

  private HttpRequest.Builder request(String token, String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
