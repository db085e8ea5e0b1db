package dev.muster.client.api;

import dev.muster.client.http.Escaped;
import dev.muster.client.kubeconfig.ClientConfig;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** HTTPS, to the server and with the credentials of a kubeconfig. */
public final class NetworkTransport implements ApiTransport {
  /** One answer may take this long; watches may last for ever. */
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final ClientConfig config;
  private final String userAgent;
  private final String base;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient http;

  /**
   * To the server of a configuration, as its user.
   *
   * @param userAgent what comes before its first slash is the manager of the fields that it writes
   */
  public NetworkTransport(ClientConfig config, String userAgent) {
    this.config = config;
    this.userAgent = userAgent;
    this.base = config.server().toString().replaceAll("/$", "");
    this.http =
        config.connections().connectTimeout(Duration.ofSeconds(10)).executor(threads).build();
  }

  @Override
  public ApiReply send(ApiRequest request) throws IOException {
    try {
      HttpResponse<InputStream> response = http.send(http(request), BodyHandlers.ofInputStream());
      return new ApiReply(response.statusCode(), response.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      InterruptedIOException interrupted = new InterruptedIOException("interrupted");
      interrupted.initCause(e);
      throw interrupted;
    }
  }

  private HttpRequest http(ApiRequest request) throws IOException {
    HttpRequest.Builder http =
        HttpRequest.newBuilder(Escaped.uri(base + request.path()))
            .header("Accept", "application/json")
            .header("User-Agent", userAgent);
    config.authenticate(http);
    if (!request.lasts()) {
      http.timeout(TIMEOUT);
    }
    if (request.contentType().isEmpty()) {
      return http.method(request.method(), BodyPublishers.noBody()).build();
    }
    return http.header("Content-Type", request.contentType())
        .method(request.method(), BodyPublishers.ofByteArray(request.body()))
        .build();
  }

  @Override
  public void close() {
    http.shutdownNow();
    threads.shutdownNow();
  }
}
