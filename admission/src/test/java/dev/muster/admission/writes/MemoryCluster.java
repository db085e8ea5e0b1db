package dev.muster.admission.writes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A cluster that holds what it is given. */
public final class MemoryCluster implements Cluster {
  private final Map<String, ObjectNode> objects = new TreeMap<>();

  public MemoryCluster with(ObjectNode object) {
    objects.put(
        prefix(
                object.get("apiVersion").asText(),
                object.get("kind").asText(),
                object.path("metadata").path("namespace").asText())
            + object.path("metadata").path("name").asText(),
        object);
    return this;
  }

  public MemoryCluster with(String yaml) {
    return with(Objects.yaml(yaml));
  }

  @Override
  public Optional<ObjectNode> get(String apiVersion, String kind, String namespace, String name) {
    return Optional.ofNullable(objects.get(prefix(apiVersion, kind, namespace) + name));
  }

  @Override
  public List<ObjectNode> list(String apiVersion, String kind, String namespace) {
    String start = prefix(apiVersion, kind, namespace);
    String from = namespace.isEmpty() ? start.substring(0, start.length() - 1) : start;
    return objects.entrySet().stream()
        .filter(e -> e.getKey().startsWith(from))
        .map(Map.Entry::getValue)
        .toList();
  }

  private static String prefix(String apiVersion, String kind, String namespace) {
    return apiVersion + " " + kind + " " + namespace + "/";
  }
}
