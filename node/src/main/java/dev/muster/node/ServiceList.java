package dev.muster.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.node.client.Reflector;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All services, as last seen. Thread-safe. */
final class ServiceList implements Reflector.Listener {
  private final Map<String, ObjectNode> services = new ConcurrentHashMap<>();

  Collection<ObjectNode> all() {
    return services.values();
  }

  @Override
  public void replaced(List<ObjectNode> all) {
    services.keySet().retainAll(all.stream().map(ServiceList::key).toList());
    all.forEach(this::changed);
  }

  @Override
  public void changed(ObjectNode service) {
    services.put(key(service), service);
  }

  @Override
  public void deleted(ObjectNode service) {
    services.remove(key(service));
  }

  private static String key(ObjectNode service) {
    return service.path("metadata").path("uid").asText();
  }
}
