package dev.muster.node.containers;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.http.Escaped;
import java.io.IOException;
import java.util.Optional;

/** Asks the API server every time. */
public record ApiConfigSource(ApiClient client) implements ConfigSource {
  @Override
  public Optional<ObjectNode> configMap(String namespace, String name) throws IOException {
    return find("/api/v1/namespaces/" + namespace + "/configmaps/" + Escaped.segment(name));
  }

  @Override
  public Optional<ObjectNode> secret(String namespace, String name) throws IOException {
    return find("/api/v1/namespaces/" + namespace + "/secrets/" + Escaped.segment(name));
  }

  @Override
  public Optional<ObjectNode> runtimeClass(String name) throws IOException {
    return find("/apis/node.k8s.io/v1/runtimeclasses/" + Escaped.segment(name));
  }

  private Optional<ObjectNode> find(String path) throws IOException {
    try {
      return Optional.of(client.get(path));
    } catch (ApiProblem e) {
      if (e.isNotFound()) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
