package dev.muster.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.server.Admission;
import dev.muster.apiserver.server.ApiServer;
import dev.muster.apiserver.server.ServerConfig;
import dev.muster.client.kubeconfig.ClientConfig;
import dev.muster.model.codec.Trees;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A server with an administrator and with a tenant who is {@code cluster-admin} of the namespace
 * {@code mine}. What is anywhere else holds a mark that the tenant must not see, and is compared
 * after every write that succeeded.
 */
final class TenantServer implements AutoCloseable {
  private static final String MARK = "not-for-tenants";
  private static final String JSON = "application/json";
  private static final String NAMESPACES = "/api/v1/namespaces";
  private static final String BINDINGS =
      "/apis/rbac.authorization.k8s.io/v1/namespaces/mine/rolebindings";
  private static final String BINDING =
      """
      {"metadata":{"name":"tenant"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole","name":"cluster-admin"},
       "subjects":[{"apiGroup":"rbac.authorization.k8s.io","kind":"User","name":"tenant"}]}
      """;

  /** What exists outside of the tenant's namespace: where it is listed and made, and its body. */
  private static final Map<String, String> ELSEWHERE =
      new TreeMap<>(
          Map.of(
              NAMESPACES,
              "{\"metadata\":{\"name\":\"victim\",\"annotations\":{\"mark\":\"%s\"}}}",
              "/api/v1/nodes",
              "{\"metadata\":{\"name\":\"victim\",\"annotations\":{\"mark\":\"%s\"}}}",
              "/api/v1/namespaces/victim/configmaps",
              "{\"metadata\":{\"name\":\"victim\"},\"data\":{\"mark\":\"%s\"}}",
              "/api/v1/namespaces/victim/secrets",
              "{\"metadata\":{\"name\":\"victim\"},\"stringData\":{\"a\":\"b\"},\"type\":\"%s\"}",
              "/apis/rbac.authorization.k8s.io/v1/clusterroles",
              "{\"metadata\":{\"name\":\"victim\",\"annotations\":{\"mark\":\"%s\"}}}",
              "/apis/rbac.authorization.k8s.io/v1/namespaces/victim/roles",
              "{\"metadata\":{\"name\":\"victim\",\"annotations\":{\"mark\":\"%s\"}}}",
              "/apis/scheduling.k8s.io/v1/priorityclasses",
              "{\"metadata\":{\"name\":\"victim\"},\"value\":1,\"description\":\"%s\"}"));

  private final ApiServer server;
  private final Wire admin;
  private final Wire tenant;
  private Map<String, String> elsewhere = Map.of();

  private TenantServer(ApiServer server) {
    this.server = server;
    int port = URI.create(server.url()).getPort();
    this.admin = new Wire(ClientConfig.read(server.kubeconfig()).tls(), port);
    String text = server.kubeconfigFor("tenant", List.of());
    this.tenant = new Wire(ClientConfig.parse(text, server.kubeconfig()).tls(), port);
  }

  static TenantServer start(Path directory) throws IOException {
    TenantServer started =
        new TenantServer(
            ApiServer.start(
                ServerConfig.in(directory.resolve("data"))
                    .onPort(0)
                    .with(Admission.without("ServiceAccount"))));
    for (var each : ELSEWHERE.entrySet()) {
      started.make(each.getKey(), each.getValue().formatted(MARK));
    }
    started.make(NAMESPACES, "{\"metadata\":{\"name\":\"mine\"}}");
    started.make(BINDINGS, BINDING);
    started.elsewhere = started.lookElsewhere();
    return started;
  }

  private void make(String path, String body) throws IOException {
    assertThat(admin.send("POST", path, JSON, body).status()).as(path).isEqualTo(201);
  }

  /** Sends, and checks what the tenant got and what became of everybody else's objects. */
  void tenantSends(String method, String target) throws IOException {
    boolean patch = method.equals("PATCH");
    Wire.Answer answer =
        tenant.send(
            method,
            target,
            patch ? "application/merge-patch+json" : JSON,
            "{\"metadata\":{\"name\":\"made\",\"labels\":{\"a\":\"b\"}},\"value\":1}");
    assertThat(answer.status()).as("%s %s: %s", method, target, answer.body()).isNotEqualTo(500);
    if (!answer.succeeded()) {
      return;
    }
    if (!target.contains(MARK)) {
      assertThat(answer.body()).as("%s %s", method, target).doesNotContain(MARK);
    }
    if (!method.equals("GET") && !method.equals("HEAD")) {
      Map<String, String> now = lookElsewhere();
      Map<String, String> then = elsewhere;
      elsewhere = now;
      assertThat(now).as("%s %s", method, target).isEqualTo(then);
      restore();
    }
  }

  /** All objects outside of the tenant's namespace, each with its version. */
  private Map<String, String> lookElsewhere() throws IOException {
    Map<String, String> found = new TreeMap<>();
    for (String each : ELSEWHERE.keySet()) {
      String collection = each.replace("/namespaces/victim", "");
      Wire.Answer answer = admin.send("GET", collection, JSON, "");
      assertThat(answer.status()).isEqualTo(200);
      for (JsonNode item :
          Trees.parse(answer.body().getBytes(StandardCharsets.UTF_8)).path("items")) {
        JsonNode metadata = item.path("metadata");
        String place = metadata.path("namespace").asText();
        String name = metadata.path("name").asText();
        boolean own = collection.equals(NAMESPACES) && name.equals("mine");
        if (!own && !place.equals("mine")) {
          found.put(
              collection + "/" + place + "/" + name,
              metadata.path("uid").asText() + metadata.path("resourceVersion").asText());
        }
      }
    }
    return found;
  }

  /** What the tenant may do to the own namespace does not end its rights there. */
  private void restore() throws IOException {
    String mine = NAMESPACES + "/mine";
    Wire.Answer namespace = admin.send("GET", mine, JSON, "");
    if (namespace.body().contains("Terminating")) {
      admin.send("PUT", mine + "/finalize", JSON, "{\"metadata\":{\"name\":\"mine\"},\"spec\":{}}");
    }
    admin.send("POST", NAMESPACES, JSON, "{\"metadata\":{\"name\":\"mine\"}}");
    admin.send("DELETE", BINDINGS + "/tenant", JSON, "");
    make(BINDINGS, BINDING);
  }

  @Override
  public void close() {
    tenant.close();
    admin.close();
    server.close();
  }
}
