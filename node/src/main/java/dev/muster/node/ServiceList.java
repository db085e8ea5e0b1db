package dev.muster.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import java.net.InetSocketAddress;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** All services, as last seen. Thread-safe. */
final class ServiceList implements Reflector.Listener {
  private final Map<String, ObjectNode> services = new ConcurrentHashMap<>();
  private final Optional<InetSocketAddress> api;

  /**
   * @param api where pods reach the API server, if not by its service's address
   */
  ServiceList(Optional<InetSocketAddress> api) {
    this.api = api;
  }

  Collection<ObjectNode> all() {
    return services.values();
  }

  private ObjectNode reachable(ObjectNode service) {
    if (api.isEmpty() || !isOfTheApi(service.path("metadata"))) {
      return service;
    }
    ObjectNode moved = service.deepCopy();
    moved.withObject("spec").put("clusterIP", api.get().getHostString());
    if (moved.path("spec").path("ports").path(0) instanceof ObjectNode port) {
      port.put("port", (long) api.get().getPort());
    }
    return moved;
  }

  private static boolean isOfTheApi(JsonNode metadata) {
    return metadata.path("namespace").asText().equals("default")
        && metadata.path("name").asText().equals("kubernetes");
  }

  @Override
  public void replaced(List<ObjectNode> all) {
    services.keySet().retainAll(all.stream().map(ServiceList::key).toList());
    all.forEach(this::changed);
  }

  @Override
  public void changed(ObjectNode service) {
    services.put(key(service), reachable(service));
  }

  @Override
  public void deleted(ObjectNode service) {
    services.remove(key(service));
  }

  private static String key(ObjectNode service) {
    return service.path("metadata").path("uid").asText();
  }
}
