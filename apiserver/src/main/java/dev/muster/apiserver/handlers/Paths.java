package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.request.Query;
import dev.muster.http.Endpoint;
import dev.muster.http.Exchange;
import dev.muster.model.status.Status;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Everything that is not a resource: discovery, health, version, metrics, OpenAPI. */
final class Paths {
  private static final List<String> INDEX = List.of("/", "/index.html");

  private final Map<String, Endpoint> exact = new LinkedHashMap<>();
  private final Map<String, Endpoint> below = new LinkedHashMap<>();
  private final Map<String, Endpoint> unlisted = new HashMap<>();
  private final Set<String> custom = new HashSet<>();

  /** Serves exactly this path. */
  Paths at(String path, Endpoint endpoint) {
    exact.put(path, endpoint);
    return this;
  }

  /** Serves exactly this path, and does not list it. */
  Paths unlisted(String path, Endpoint endpoint) {
    unlisted.put(path, endpoint);
    return this;
  }

  /** Serves exactly this path, for GET only. */
  Paths reading(String path, Endpoint endpoint) {
    return at(
        path,
        exchange -> {
          if (exchange.headOnly() || !exchange.method().equals("GET")) {
            throw Status.methodNotAllowed().exception();
          }
          endpoint.handle(exchange);
        });
  }

  /** Below the path of this group, which definitions brought, what is not there is no page. */
  Paths custom(String group) {
    custom.add("/apis/" + group);
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
    Endpoint endpoint = exact.getOrDefault(bare, unlisted.get(path));
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
    return path.startsWith("/api/")
        || path.startsWith("/version/")
        || parts.length > 3
            && parts[1].equals("apis")
            && exact.containsKey("/apis/" + parts[2])
            && !custom.contains("/apis/" + parts[2]);
  }

  /** Serves the list of all other paths. */
  Paths indexed() {
    INDEX.forEach(path -> at(path, this::index));
    return this;
  }

  private void index(Exchange exchange) {
    ObjectNode index = JsonNodeFactory.instance.objectNode();
    TreeSet<String> listed = new TreeSet<>(exact.keySet());
    listed.removeAll(INDEX);
    listed.forEach(index.putArray("paths")::add);
    exchange.respond(200, "application/json", Ascii.bytes(index.toPrettyString()));
  }

  /** A group that is served says so as a Status; for any other there is no such page. */
  void handleUnknownResource(Exchange exchange) {
    if (isBelowGroup(exchange.path())) {
      throw Status.unknownResource().exception();
    }
    notFound(exchange);
  }

  static void notFound(Exchange exchange) {
    exchange.respond(404, "text/plain; charset=utf-8", Ascii.bytes("404 page not found\n"));
  }
}
