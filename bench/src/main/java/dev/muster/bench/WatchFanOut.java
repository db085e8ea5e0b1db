package dev.muster.bench;

import java.io.IOException;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Many watchers of one namespace's config maps, in a process of their own, with a client that only
 * counts: {@code WatchFanOut URL PROTOCOL WATCHERS EVENTS RATE RUN}. Prints a line once all watches
 * are open and waits for one on standard input, so that the server's memory can be looked at; then
 * writes half as many events more, so that both processes are warm, and those that count, and
 * prints how fast and how late these came.
 *
 * <p>{@code PROTOCOL} is {@code http/1.1}, a connection for each watch, or {@code h2}, 100 watches
 * on each; {@code RATE} is events per second, 0 for as many as go.
 */
public final class WatchFanOut {
  private static final String PATH = "/api/v1/namespaces/default/configmaps";
  private static final int STREAMS = 100;
  private static final int WRITERS = 4;
  private static final int LONGEST_SECONDS = 120;

  private WatchFanOut() {}

  public static void main(String[] args) throws Exception {
    URI server = URI.create(args[0]);
    boolean http2 = args[1].equals("h2");
    int watchers = Integer.parseInt(args[2]);
    int events = Integer.parseInt(args[3]);
    int rate = Integer.parseInt(args[4]);
    int warmUp = events / 2;
    Arrivals arrivals = new Arrivals(watchers, warmUp, events);
    open(server, http2, watchers, arrivals);
    System.out.println("watches open");
    System.in.read();
    write(server, 0, warmUp, rate, args[5], arrivals);
    if (!arrivals.awaitWarmUp(LONGEST_SECONDS)) {
      System.out.println("the events of the warm-up did not come");
      System.exit(1);
    }
    long start = System.nanoTime();
    write(server, warmUp, warmUp + events, rate, args[5], arrivals);
    if (!arrivals.await(LONGEST_SECONDS)) {
      System.out.printf("%d of %d watchers did not get all%n", arrivals.missing(), watchers);
      System.exit(1);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%,d events/s delivered, %,d/s written",
        (long) (watchers * (double) events / seconds), (long) (events / seconds));
    if (rate > 0) { // several writers do not know whose event came first
      System.out.printf(
          "; after p50 %.1f, p90 %.1f, p99 %.1f, max %.1f ms",
          arrivals.at(0.5), arrivals.at(0.9), arrivals.at(0.99), arrivals.at(1));
    }
    System.out.println();
    System.exit(0);
  }

  private static void open(URI server, boolean http2, int watchers, Arrivals arrivals)
      throws IOException, InterruptedException {
    // from now on, and never told of the time by a bookmark
    String path = PATH + "?watch=true&timeoutSeconds=3600&resourceVersion=" + newest(server);
    CountDownLatch open = new CountDownLatch(watchers);
    for (int i = 0; i < watchers; i += http2 ? STREAMS : 1) {
      if (http2) {
        LeanStreams.start(server, path, i, Math.min(STREAMS, watchers - i), arrivals, open);
      } else {
        LeanWatch.start(server, path, i, arrivals, open);
      }
    }
    open.await();
  }

  private static String newest(URI server) throws IOException {
    try (LeanConnection connection = new LeanConnection(server, "http/1.1", 0)) {
      connection.write(request("GET", PATH + "?limit=1", ""));
      byte[] answer = new byte[1 << 16];
      StringBuilder text = new StringBuilder();
      while (!text.toString().contains("\"resourceVersion\":\"")
          || text.indexOf("\"", text.indexOf("\"resourceVersion\":\"") + 19) < 0) {
        text.append(
            new String(
                answer, 0, connection.read(answer), java.nio.charset.StandardCharsets.ISO_8859_1));
      }
      int at = text.indexOf("\"resourceVersion\":\"") + 19;
      return text.substring(at, text.indexOf("\"", at));
    }
  }

  private static byte[] request(String method, String path, String body) {
    return LeanConnection.bytes(
        "%s %s HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer bench\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
            .formatted(method, path, body.length(), body));
  }

  /** With a rate one by one, so that the nth event is the nth that was sent, else by several. */
  private static void write(URI server, int from, int to, int rate, String run, Arrivals arrivals)
      throws Exception {
    int writers = rate > 0 ? 1 : WRITERS;
    Thread[] threads = new Thread[writers];
    for (int w = 0; w < writers; w++) {
      int first = from + w;
      threads[w] =
          Thread.ofPlatform().start(() -> write(server, first, to, writers, rate, run, arrivals));
    }
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static void write(
      URI server, int from, int to, int step, int rate, String run, Arrivals arrivals) {
    long start = System.nanoTime();
    int next = from;
    while (next < to) {
      try (LeanConnection connection = new LeanConnection(server, "http/1.1", 0)) {
        for (; next < to && !connection.ended(); next += step) {
          if (rate > 0) {
            long due = start + (next - from) * 1_000_000_000L / rate;
            java.util.concurrent.locks.LockSupport.parkNanos(due - System.nanoTime());
          }
          arrivals.sending(next);
          connection.write(request("POST", PATH, configMap(run, next)));
          int code = connection.answer();
          if (code != 201) {
            throw new IOException("a write was answered with " + code);
          }
        }
      } catch (IOException e) {
        System.err.println("writing ended: " + e);
        return;
      }
    }
  }

  private static String configMap(String run, int event) {
    return "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s-%d\"},\"data\":{\"a\":\"b\"}}"
        .formatted(run, event);
  }

  /** Only ever used against a server that the same measurement started. */
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
