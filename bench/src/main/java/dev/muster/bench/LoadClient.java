package dev.muster.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** One user's connection. */
final class LoadClient {
  private static final LongAdder AGAIN = new LongAdder();

  private final HttpClient http = FairLoad.connections();
  private final String url;
  private final String token;

  LoadClient(String url, String token) {
    this.url = url;
    this.token = token;
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(url + path))
        .header("Authorization", "Bearer " + token);
  }

  private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
    try {
      return http.send(request, body);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The status code. */
  int get(String path) {
    return send(request(path).build(), HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  int post(String path, String body) {
    return write("POST", path, "application/json", body);
  }

  int patch(String path, String body) {
    return write("PATCH", path, "application/merge-patch+json", body);
  }

  private int write(String method, String path, String type, String body) {
    return send(
            request(path)
                .header("Content-Type", type)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build(),
            HttpResponse.BodyHandlers.discarding())
        .statusCode();
  }

  /** Reads a watch until the end. */
  void watch(String path, CountDownLatch open, CountDownLatch end) {
    HttpRequest request = request(path + "?watch=true&resourceVersion=0").build();
    Thread.ofVirtual().start(() -> read(request, open, end));
  }

  private void read(HttpRequest request, CountDownLatch open, CountDownLatch end) {
    boolean counted = false;
    while (end.getCount() > 0) {
      try {
        HttpResponse<InputStream> answer = send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (answer.statusCode() == 200 && !counted) {
          counted = true;
          open.countDown();
        }
        answer.body().transferTo(OutputStream.nullOutputStream());
      } catch (IOException | UncheckedIOException e) {
        AGAIN.increment();
      }
    }
  }

  /** How often a watch ended and was opened again, of all. */
  static long again() {
    return AGAIN.sum();
  }

  private List<String> metrics() {
    return send(request("/metrics").build(), HttpResponse.BodyHandlers.ofString())
        .body()
        .lines()
        .toList();
  }

  /** The first value of a metric. */
  String metric(String name) {
    return metrics().stream()
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
        .findFirst()
        .orElse("?");
  }

  /** What was dispatched and rejected. */
  List<String> flowMetrics() {
    return metrics().stream()
        .filter(
            line ->
                line.startsWith("apiserver_flowcontrol_dispatched_requests_total{")
                    || line.startsWith("apiserver_flowcontrol_rejected_requests_total{")
                    || line.startsWith("apiserver_flowcontrol_request_wait_duration_seconds_sum{")
                    || line.startsWith("apiserver_flowcontrol_request_execution_seconds_sum{")
                    || line.startsWith("apiserver_flowcontrol_current_limit_seats{"))
        .filter(line -> !line.endsWith(" 0"))
        .toList();
  }
}
