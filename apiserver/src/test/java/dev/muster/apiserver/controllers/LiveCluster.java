package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.muster.apiserver.certificates.PkiClient;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.Background;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.pki.Pki;
import dev.muster.pki.PkiOptions;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Scanner;
import java.util.Set;
import java.util.function.Predicate;

/** A whole server on a free port, and a client that may do anything. */
public final class LiveCluster implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ApiServer server;
  private final HttpClient http;

  public LiveCluster(Path directory, String... controllers) throws IOException {
    server =
        ApiServer.start(
            ServerConfig.in(directory)
                .onPort(0)
                .with(Admission.without("ServiceAccount"))
                .with(Background.of(Set.of(controllers))));
    Pki pki =
        Pki.open(
            new PkiOptions(directory, null, null, null, null, List.of(), List.of()),
            Clock.systemUTC());
    http = HttpClient.newBuilder().sslContext(PkiClient.of(pki, pki.admin())).build();
  }

  public ApiServer server() {
    return server;
  }

  public HttpResponse<String> send(String method, String path, String body) {
    return exchange(
        request(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  /** The answer's body; fails unless the request succeeded. */
  public JsonNode ask(String method, String path, String body) {
    HttpResponse<String> answer = send(method, path, body);
    if (answer.statusCode() >= 300) {
      throw new AssertionError(method + " " + path + ": " + answer.body());
    }
    return read(answer.body());
  }

  public JsonNode get(String path) {
    return ask("GET", path, "");
  }

  public boolean exists(String path) {
    return send("GET", path, "").statusCode() == 200;
  }

  public String text(String path) {
    return send("GET", path, "").body();
  }

  /** Waits until an object is as wanted; absent objects are shown as missing nodes. */
  public JsonNode await(String collection, String name, Predicate<JsonNode> wanted) {
    String query = collection + "?fieldSelector=metadata.name=" + name;
    JsonNode list = get(query);
    JsonNode now = list.path("items").path(0);
    if (wanted.test(now)) {
      return now;
    }
    String version = list.path("metadata").path("resourceVersion").asText();
    HttpRequest watch = request(query + "&watch=true&resourceVersion=" + version).build();
    try (InputStream in = exchange(watch, BodyHandlers.ofInputStream()).body();
        Scanner lines = new Scanner(in, StandardCharsets.UTF_8)) {
      while (lines.hasNextLine()) {
        JsonNode event = read(lines.nextLine());
        boolean gone = event.path("type").asText().equals("DELETED");
        JsonNode object = gone ? JSON.missingNode() : event.path("object");
        if (wanted.test(object)) {
          return object;
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    throw new AssertionError("the watch ended");
  }

  public void awaitGone(String collection, String name) {
    JsonNode unused = await(collection, name, JsonNode::isMissingNode);
  }

  public JsonNode awaitPresent(String collection, String name) {
    return await(collection, name, object -> !object.isMissingNode());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.url() + path));
  }

  private <T> HttpResponse<T> exchange(HttpRequest request, HttpResponse.BodyHandler<T> how) {
    try {
      return http.send(request, how);
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  @Override
  public void close() {
    server.close();
    http.close();
  }

  /** An object's JSON: metadata beyond the name, and further fields, as they stand. */
  public static String object(
      String apiVersion, String kind, String name, String metadata, String more) {
    return "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\"%s}%s}"
        .formatted(apiVersion, kind, name, metadata, more);
  }

  /** For {@link #object}: the owners, as its metadata. */
  public static String ownedBy(JsonNode... owners) {
    StringBuilder out = new StringBuilder(",\"ownerReferences\":[");
    for (JsonNode owner : List.of(owners)) {
      JsonNode metadata = owner.path("metadata");
      out.append(out.charAt(out.length() - 1) == '[' ? "" : ",")
          .append(
              "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"name\":\"%s\",\"uid\":\"%s\",\"blockOwnerDeletion\":true}"
                  .formatted(
                      owner.path("apiVersion").asText(),
                      owner.path("kind").asText(),
                      metadata.path("name").asText(),
                      metadata.path("uid").asText()));
    }
    return out.append("]").toString();
  }
}
