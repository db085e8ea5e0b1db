package dev.muster.cli.console;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import dev.muster.apiserver.request.Query;
import dev.muster.cli.access.ClusterQuestions;
import dev.muster.cli.kubeconfig.ClusterApi;
import dev.muster.cli.kubeconfig.RefusedException;
import dev.muster.client.api.ApiReply;
import dev.muster.client.api.ApiRequest;
import dev.muster.client.api.ApiTransport;
import dev.muster.client.api.NetworkTransport;
import dev.muster.client.http.Escaped;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;

/**
 * What the page asks of a cluster, in the name of a kubeconfig's user. Questions about access that
 * the cluster has no kinds for are answered here, from its roles and bindings.
 */
public final class ClusterRequests implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** No question is longer. */
  private static final int LONGEST = 3 << 20;

  private static final String GROUPS = "/apis";

  private static final int WATCH_SECONDS = 300;

  private static final byte[] NOTHING = new byte[0];

  private final ApiTransport transport;
  private final ClusterApi api;
  private final boolean answersItself;

  private ClusterRequests(ApiTransport transport, ClusterApi api, boolean answersItself) {
    this.transport = transport;
    this.api = api;
    this.answersItself = answersItself;
  }

  /**
   * To the cluster of a kubeconfig.
   *
   * @throws IOException if it does not answer
   */
  public static ClusterRequests to(ClientConfig config) throws IOException, InterruptedException {
    ClusterApi api = new ClusterApi(config);
    try {
      return new ClusterRequests(
          new NetworkTransport(config, "muster-console/1"), api, answersItself(api));
    } catch (IOException | InterruptedException e) {
      api.close();
      throw e;
    }
  }

  private static boolean answersItself(ClusterApi api) throws IOException, InterruptedException {
    for (JsonNode group : api.get(GROUPS).path("groups")) {
      if (group.path("name").asText().equals("access.muster.dev")) {
        return true;
      }
    }
    return false;
  }

  /** Whether the cluster has the kinds of {@code access.muster.dev}. */
  public boolean answersItself() {
    return answersItself;
  }

  void answer(HttpExchange exchange) throws IOException {
    String method = exchange.getRequestMethod();
    String path = exchange.getRequestURI().getPath();
    String query = Objects.requireNonNullElse(exchange.getRequestURI().getRawQuery(), "");
    if (!SafeRequests.allow(method, path, query)) {
      LocalConsole.refuse(
          exchange, Status.of(405, "MethodNotAllowed", "this console only reads: not passed on"));
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(LONGEST + 1);
    if (body.length > LONGEST) {
      LocalConsole.refuse(exchange, Status.tooLarge("the question is too long"));
    } else if (!answersItself && method.equals("POST") && ClusterApiPaths.question(path)) {
      question(exchange, ClusterApiPaths.plural(path), body);
    } else {
      pass(exchange, method, Escaped.path(path), query, body);
    }
  }

  private void question(HttpExchange exchange, String plural, byte[] body) throws IOException {
    try {
      if (!(JSON.readTree(body) instanceof ObjectNode question)) {
        LocalConsole.refuse(exchange, Status.badRequest("the question is no object"));
        return;
      }
      JsonNode answer = new ClusterQuestions(api).answer(plural, question);
      LocalConsole.send(
          exchange,
          201,
          answer.toString().getBytes(StandardCharsets.UTF_8),
          Map.of("Content-Type", "application/json", "Cache-Control", "no-store"));
    } catch (RefusedException e) {
      LocalConsole.refuse(exchange, Status.of(403, "Forbidden", e.sentence()));
    } catch (IllegalArgumentException | JacksonException e) {
      LocalConsole.refuse(
          exchange, Status.badRequest(Objects.requireNonNullElse(e.getMessage(), "bad question")));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      away(exchange);
    }
  }

  private void pass(HttpExchange exchange, String method, String path, String query, byte[] body)
      throws IOException {
    Query asked = Query.parse(query);
    boolean lasts = asked.flag("watch");
    String target = query.isEmpty() ? path : path + "?" + query;
    ApiRequest request =
        method.equals("POST")
            ? new ApiRequest(method, target, "application/json", body, false)
            : new ApiRequest(method, lasts ? ending(target, asked) : target, "", NOTHING, lasts);
    ApiReply reply;
    try {
      reply = transport.send(request);
    } catch (IOException e) {
      away(exchange);
      return;
    }
    try (InputStream in = reply.body()) {
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      // the kubeconfig's credentials are not the page's: that they are refused does not sign it out
      exchange.sendResponseHeaders(reply.status() == 401 ? 502 : reply.status(), 0);
      copy(in, exchange.getResponseBody(), lasts);
    }
  }

  /** A browser that left is noticed by a write at the latest, so there is an end without one. */
  private static String ending(String target, Query query) {
    return query.has("timeoutSeconds") ? target : target + "&timeoutSeconds=" + WATCH_SECONDS;
  }

  private static void copy(InputStream in, OutputStream out, boolean lasts) throws IOException {
    byte[] buffer = new byte[16 * 1024];
    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
      out.write(buffer, 0, count);
      if (lasts) {
        out.flush();
      }
    }
    out.close();
  }

  private static void away(HttpExchange exchange) throws IOException {
    LocalConsole.refuse(
        exchange, Status.of(502, "ServiceUnavailable", "the cluster does not answer"));
  }

  @Override
  public void close() {
    transport.close();
    api.close();
  }
}
