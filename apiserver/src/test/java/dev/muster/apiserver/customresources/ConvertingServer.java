package dev.muster.apiserver.customresources;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.muster.apiserver.certificates.TestAuthority;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Converts between {@code spec.size: 3} of v1 and {@code spec.measure: 3 cm} of v2, over HTTPS. */
public final class ConvertingServer implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpsServer server;
  private final String bundle;
  private final AtomicInteger asked = new AtomicInteger();

  /** What becomes of its answers before they are sent. */
  private volatile UnaryOperator<ObjectNode> answers = answer -> answer;

  private ConvertingServer(HttpsServer server, String bundle) {
    this.server = server;
    this.bundle = bundle;
  }

  public static ConvertingServer start(Path directory) throws IOException {
    TestAuthority authority = TestAuthority.in(directory, "converter");
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(authority.serving(authority.server())));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    ConvertingServer out =
        new ConvertingServer(
            server,
            Base64.getEncoder().encodeToString(Files.readAllBytes(authority.certificate())));
    server.createContext("/convert", out::answer);
    server.start();
    return out;
  }

  /** How a definition names it. */
  public String conversion() {
    return conversion(bundle);
  }

  String conversion(String trusted) {
    return """
        {"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],
         "clientConfig":{"url":"https://127.0.0.1:%d/convert","caBundle":"%s"}}}
        """
        .formatted(server.getAddress().getPort(), trusted);
  }

  void answering(UnaryOperator<ObjectNode> how) {
    answers = how;
  }

  int asked() {
    return asked.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    asked.incrementAndGet();
    ObjectNode review = (ObjectNode) JSON.readTree(exchange.getRequestBody());
    JsonNode request = review.remove("request");
    ObjectNode response = review.putObject("response");
    response.set("uid", request.get("uid"));
    response.putObject("result").put("status", "Success");
    for (JsonNode object : request.get("objects")) {
      ObjectNode made = object.deepCopy();
      made.set("apiVersion", request.get("desiredAPIVersion"));
      convert(made.withObject("spec"));
      response.withArrayProperty("convertedObjects").add(made);
    }
    byte[] body = JSON.writeValueAsBytes(answers.apply(review));
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static void convert(ObjectNode spec) {
    if (spec.has("size")) {
      spec.put("measure", spec.remove("size").asLong() + " cm");
    } else if (spec.has("measure")) {
      spec.put("size", Long.parseLong(spec.remove("measure").asText().replace(" cm", "")));
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
