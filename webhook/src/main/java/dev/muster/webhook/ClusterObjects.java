package dev.muster.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.client.http.Escaped;
import dev.muster.client.kubeconfig.RemoteServer;
import dev.muster.kinds.KubernetesKinds;
import dev.muster.model.codec.Trees;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.Status;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The objects of the cluster, asked for one by one. */
final class ClusterObjects implements Cluster {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int LONGEST = 8 << 20;

  private final RemoteServer server;
  private final Kinds kinds = KubernetesKinds.kinds();

  ClusterObjects(RemoteServer server) {
    this.server = server;
  }

  @Override
  public Optional<ObjectNode> get(String apiVersion, String kind, String namespace, String name) {
    return read(path(apiVersion, kind, namespace) + "/" + segment(name))
        .map(tree -> tree instanceof ObjectNode object ? object : broken());
  }

  @Override
  public List<ObjectNode> list(String apiVersion, String kind, String namespace) {
    List<ObjectNode> out = new ArrayList<>();
    read(path(apiVersion, kind, namespace))
        .ifPresent(list -> list.path("items").forEach(item -> out.add((ObjectNode) item)));
    return out;
  }

  private String path(String apiVersion, String kindName, String namespace) {
    Kind kind = kinds.byKind(apiVersion, kindName).orElseThrow();
    return (kind.group().isEmpty() ? "/api/" : "/apis/")
        + apiVersion
        + (namespace.isEmpty() ? "" : "/namespaces/" + segment(namespace))
        + "/"
        + kind.plural();
  }

  private static String segment(String name) {
    try {
      return Escaped.segment(name);
    } catch (ProtocolException e) {
      throw unavailable(String.valueOf(e.getMessage()));
    }
  }

  private Optional<JsonNode> read(String path) {
    try {
      RemoteServer.Answer answer = server.send(path, null, TIMEOUT, LONGEST);
      return switch (answer.code()) {
        case 200 -> Optional.of(Trees.parse(answer.body().getBytes(StandardCharsets.UTF_8)));
        case 404 -> Optional.empty();
        default -> throw unavailable("the cluster answered with HTTP " + answer.code());
      };
    } catch (IOException e) {
      throw unavailable(String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unavailable("interrupted");
    }
  }

  private static ObjectNode broken() {
    throw unavailable("the cluster's answer is no object");
  }

  private static RuntimeException unavailable(String why) {
    return Status.of(503, "ServiceUnavailable", "the credential spec cannot be read: " + why)
        .exception();
  }
}
