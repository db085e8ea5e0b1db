package dev.muster.apiserver.handlers;

import dev.muster.api.status.Status;
import dev.muster.apiserver.http.Endpoint;
import dev.muster.apiserver.http.Exchange;
import dev.muster.apiserver.request.Query;
import dev.muster.apiserver.request.RequestInfo;
import java.util.LinkedHashMap;
import java.util.Map;

/** Everything that is not a resource: discovery, health, version, metrics, OpenAPI. */
final class Paths {
  private final Map<String, Endpoint> exact = new LinkedHashMap<>();
  private final Map<String, Endpoint> below = new LinkedHashMap<>();

  /** Serves exactly this path. */
  Paths at(String path, Endpoint endpoint) {
    exact.put(path, endpoint);
    return this;
  }

  /** Serves this path and all below it. */
  Paths under(String path, Endpoint endpoint) {
    exact.put(path, endpoint);
    below.put(path + "/", endpoint);
    return this;
  }

  void handle(Exchange exchange, Query query) throws Exception {
    String path = exchange.path();
    String bare =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    Endpoint endpoint = exact.get(bare);
    if (endpoint == null) {
      for (Map.Entry<String, Endpoint> entry : below.entrySet()) {
        if (path.startsWith(entry.getKey())) {
          endpoint = entry.getValue();
        }
      }
    }
    if (endpoint == null && isBelowGroup(path)) {
      throw Status.unknownResource().exception();
    }
    if (endpoint == null) {
      notFound(exchange);
      return;
    }
    endpoint.handle(exchange);
  }

  /** Under a group that is served, also what is not there is answered as an API. */
  private boolean isBelowGroup(String path) {
    String[] parts = path.split("/");
    return parts.length > 3 && parts[1].equals("apis") && exact.containsKey("/apis/" + parts[2]);
  }

  /** A group that is served says so as a Status; for any other there is no such page. */
  void handleUnknownResource(Exchange exchange, RequestInfo info) {
    String root = info.group().isEmpty() ? "/api/" : "/apis/";
    if (exact.containsKey(root + info.apiVersion()) || isBelowGroup(exchange.path())) {
      throw Status.unknownResource().exception();
    }
    notFound(exchange);
  }

  static void notFound(Exchange exchange) {
    exchange.respond(404, "text/plain; charset=utf-8", Ascii.bytes("404 page not found\n"));
  }
}
