package dev.muster.bench;

import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Authentication;
import dev.muster.apiserver.server.ServerConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Delivers config map changes to many watchers of one namespace, all over TLS in one process, and
 * prints events per second.
 */
public final class WatchFanOut {
  private WatchFanOut() {}

  public static void main(String[] args) throws Exception {
    int watchers = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
    int events = args.length > 1 ? Integer.parseInt(args[1]) : 200;
    Path data = Files.createTempDirectory("fanout");
    Path tokens = data.resolve("tokens.csv");
    Files.writeString(tokens, "bench,admin,1,\"system:masters\"\n");
    ServerConfig config =
        ServerConfig.in(data.resolve("data"))
            .onPort(0)
            .with(Authentication.defaults().withTokenFile(tokens));
    try (ApiServer server = ApiServer.start(config);
        HttpClient client = HttpClient.newBuilder().sslContext(trustAll()).build()) {
      String base = server.url() + "/api/v1/namespaces/default/configmaps";
      LongAdder received = new LongAdder();
      CountDownLatch open = new CountDownLatch(watchers);
      CountDownLatch done = new CountDownLatch(watchers);
      List<Thread> threads = new ArrayList<>();
      for (int i = 0; i < watchers; i++) {
        threads.add(
            Thread.ofVirtual().start(() -> watch(client, base, events, received, open, done)));
      }
      open.await();
      long start = System.nanoTime();
      for (int i = 0; i < events; i++) {
        String body =
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"e"
                + i
                + "\"},\"data\":{\"a\":\"b\"}}";
        HttpRequest create =
            request(base)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        client.send(create, HttpResponse.BodyHandlers.discarding());
      }
      done.await();
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf(
          "watch fan-out: %d watchers x %d events: %,.0f events/s delivered%n",
          watchers, events, received.sum() / seconds);
      threads.forEach(Thread::interrupt);
    }
  }

  private static HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).header("Authorization", "Bearer bench");
  }

  private static void watch(
      HttpClient client,
      String base,
      int events,
      LongAdder received,
      CountDownLatch open,
      CountDownLatch done) {
    try {
      HttpResponse<InputStream> answer =
          client.send(
              request(base + "?watch=1").GET().build(), HttpResponse.BodyHandlers.ofInputStream());
      open.countDown();
      try (BufferedReader lines =
          new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
        for (int i = 0; i < events && lines.readLine() != null; i++) {
          received.increment();
        }
      }
    } catch (IOException e) {
      System.err.println("a watcher failed: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      done.countDown();
    }
  }

  /** Only ever used against the server started above. */
  static SSLContext trustAll() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new TrustAll()}, null);
    return context;
  }

  private static final class TrustAll extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(
        java.security.cert.X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkServerTrusted(
        java.security.cert.X509Certificate[] chain, String type, java.net.Socket socket) {}

    @Override
    public void checkClientTrusted(
        java.security.cert.X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkServerTrusted(
        java.security.cert.X509Certificate[] chain, String type, javax.net.ssl.SSLEngine engine) {}

    @Override
    public void checkClientTrusted(java.security.cert.X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(java.security.cert.X509Certificate[] chain, String type) {}

    @Override
    public java.security.cert.X509Certificate[] getAcceptedIssuers() {
      return new java.security.cert.X509Certificate[0];
    }
  }
}
