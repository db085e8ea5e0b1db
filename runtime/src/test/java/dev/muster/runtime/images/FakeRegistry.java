package dev.muster.runtime.images;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A registry on loopback that can misbehave in every way a test asks for. */
final class FakeRegistry implements AutoCloseable {
  /** Answers a request itself, or says false. */
  @FunctionalInterface
  interface Trick {
    boolean play(HttpExchange exchange) throws IOException;
  }

  final Map<String, byte[]> answers = new ConcurrentHashMap<>();
  final List<String> requests = new CopyOnWriteArrayList<>();
  final List<Trick> tricks = new CopyOnWriteArrayList<>();

  /** Blobs break off after so many bytes, this many times. */
  final AtomicInteger breaks = new AtomicInteger();

  private final HttpServer server;

  FakeRegistry() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  String host() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** Serves an image of a store under a name. */
  ImageReference serve(ImageStore store, Image image, String repository) throws IOException {
    String base = "/v2/" + repository + "/";
    answers.put(base + "manifests/latest", store.manifest(image));
    answers.put(base + "manifests/" + image.manifest(), store.manifest(image));
    answers.put(base + "blobs/" + image.id(), store.configuration(image));
    for (Layer each : image.layers()) {
      answers.put(base + "blobs/" + each.blob(), store.layer(each).readAllBytes());
    }
    return ImageReference.parse(host() + "/" + repository);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String range = exchange.getRequestHeaders().getFirst("Range");
    String path = exchange.getRequestURI().getPath();
    requests.add(path + (range == null ? "" : " " + range));
    try (exchange) {
      for (Trick each : tricks) {
        if (each.play(exchange)) {
          return;
        }
      }
      byte[] answer = answers.get(path);
      if (answer == null) {
        exchange.sendResponseHeaders(404, -1);
        return;
      }
      int from = range == null ? 0 : Integer.parseInt(range.replaceAll("bytes=(\\d+)-", "$1"));
      if (range != null) {
        exchange
            .getResponseHeaders()
            .set(
                "Content-Range", "bytes " + from + "-" + (answer.length - 1) + "/" + answer.length);
      }
      byte[] part = Arrays.copyOfRange(answer, from, answer.length);
      exchange.sendResponseHeaders(range == null ? 200 : 206, part.length == 0 ? -1 : part.length);
      OutputStream out = exchange.getResponseBody();
      if (path.contains("/blobs/") && part.length > 1000 && breaks.getAndDecrement() > 0) {
        out.write(part, 0, part.length / 2);
        out.flush();
        throw new IOException("broken on purpose");
      }
      out.write(part);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
