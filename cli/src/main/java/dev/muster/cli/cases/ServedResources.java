package dev.muster.cli.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.go.GoText;
import dev.muster.client.http.Escaped;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Where the server has the objects of each kind, by its discovery. */
final class ServedResources {
  /** A resource and the scope that it has. */
  record Served(String path, String resource, boolean namespaced) {
    /** The API group, empty for the first one. */
    String group() {
      return path.startsWith("/apis/") ? path.substring(6, path.lastIndexOf('/')) : "";
    }
  }

  private final TrialServer server;
  private final Map<String, JsonNode> lists = new HashMap<>();

  ServedResources(TrialServer server) {
    this.server = server;
  }

  /** Definitions may have brought more. */
  void forget() {
    lists.clear();
  }

  Optional<Served> find(JsonNode object) throws IOException {
    String apiVersion = object.path("apiVersion").asText();
    String kind = object.path("kind").asText();
    String path = (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
    if (!apiVersion.matches("[a-z0-9.-]+(/[a-z0-9]+)?")) {
      return Optional.empty();
    }
    JsonNode list = lists.get(path);
    if (list == null) {
      TrialAnswer answer = server.send(TrialServer.ADMIN, "GET", path, MissingNode.getInstance());
      list = answer.ok() ? answer.body() : MissingNode.getInstance();
      lists.put(path, list);
    }
    for (JsonNode each : list.path("resources")) {
      String name = each.path("name").asText();
      if (each.path("kind").asText().equals(kind) && !name.contains("/")) {
        return Optional.of(new Served(path, name, each.path("namespaced").asBoolean()));
      }
    }
    return Optional.empty();
  }

  /** The path of a collection, or of one object in it if that is named. */
  static String path(Served served, String namespace, String name) throws IOException {
    StringBuilder path = new StringBuilder(served.path());
    if (served.namespaced()) {
      path.append("/namespaces/").append(Escaped.segment(namespace));
    }
    path.append('/').append(served.resource());
    if (!name.isEmpty()) {
      path.append('/').append(Escaped.segment(name));
    }
    return path.toString();
  }

  /** {@code the server has no kind "X" in "v1"}. */
  static String missing(JsonNode object) {
    return "there is no kind "
        + GoText.brief(object.path("kind").asText())
        + " in "
        + GoText.brief(object.path("apiVersion").asText());
  }
}
