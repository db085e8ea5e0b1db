package dev.muster.node;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Reflector;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.MutableService;
import dev.muster.views.CoreV1.MutableServiceSpec;
import dev.muster.views.MetaV1.ObjectMeta;
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
    if (api.isEmpty() || !isOfTheApi(CoreV1.Service.of(service).metadata())) {
      return service;
    }
    MutableService moved = MutableService.of(service.deepCopy());
    MutableServiceSpec spec = moved.spec().ensure().clusterIP(api.get().getHostString());
    if (spec.ports().size() > 0) {
      spec.ports().each().getFirst().port(api.get().getPort());
    }
    return moved.tree();
  }

  private static boolean isOfTheApi(ObjectMeta metadata) {
    return metadata.namespace().text().equals("default")
        && metadata.name().text().equals("kubernetes");
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
    return CoreV1.Service.of(service).metadata().uid().text();
  }
}
