package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.apiserver.backends.Backend;
import dev.muster.apiserver.proxy.ProxyName;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.base.go.GoText;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.Status;
import dev.muster.store.Entry;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * One of a service's endpoints, by chance. Whoever writes Endpoints must not lead this server
 * anywhere: an address counts only if it is that of a pod in the service's own namespace.
 */
final class ServiceBackends {
  /** Looking for one among addresses that are none ends here. */
  private static final int MOST_TRIES = 1_000;

  private final Registry registry;
  private final Kind endpoints;
  private final Kind pods;

  ServiceBackends(Registry registry, Kinds kinds) {
    this.registry = registry;
    this.endpoints = kinds.byKind("v1", "Endpoints").orElseThrow();
    this.pods = kinds.byKind("v1", "Pod").orElseThrow();
  }

  Backend of(ResourceRequest request, ProxyName name) {
    String namespace = request.target().namespace();
    String port = portName(request, name);
    @Nullable Entry<StoredObject> all = registry.find(endpoints, namespace, name.name());
    if (all == null) {
      throw Status.notFound("", "services", name.name()).exception();
    }
    JsonNode subsets = all.value().tree().path("subsets");
    if (subsets.isEmpty()) {
      throw none(name.name());
    }
    int tries = 0;
    int seed = ThreadLocalRandom.current().nextInt(subsets.size());
    for (int i = 0; i < subsets.size(); i++) {
      JsonNode subset = subsets.get((seed + i) % subsets.size());
      JsonNode addresses = subset.path("addresses");
      int number = number(subset, port);
      if (addresses.isEmpty() || number == 0) {
        continue;
      }
      int first = ThreadLocalRandom.current().nextInt(addresses.size());
      for (int j = 0; j < addresses.size() && tries < MOST_TRIES; j++, tries++) {
        JsonNode address = addresses.get((first + j) % addresses.size());
        if (isPods(address, namespace)) {
          return Proxies.of(name, address.path("ip").asText(), number);
        }
      }
    }
    throw none(request.target().name());
  }

  /** Ports of a service are asked for by name or by number; endpoints know names only. */
  private String portName(ResourceRequest request, ProxyName name) {
    if (name.port().isEmpty() || !name.port().chars().allMatch(c -> c >= '0' && c <= '9')) {
      return name.port();
    }
    ObjectNode service =
        registry.get(request.stored(), request.target().namespace(), name.name()).value().tree();
    for (JsonNode port : service.path("spec").path("ports")) {
      if (port.path("port").asText().equals(name.port())) {
        return port.path("name").asText();
      }
    }
    throw Status.of(
            503,
            "ServiceUnavailable",
            "no service port " + name.port() + " found for service " + GoText.quote(name.name()))
        .exception();
  }

  private static int number(JsonNode subset, String name) {
    for (JsonNode port : subset.path("ports")) {
      if (port.path("name").asText().equals(name)) {
        return port.path("port").asInt();
      }
    }
    return 0;
  }

  private boolean isPods(JsonNode address, String namespace) {
    JsonNode pod = address.path("targetRef");
    if (!pod.path("namespace").asText().equals(namespace)) {
      return false;
    }
    @Nullable Entry<StoredObject> found = registry.find(pods, namespace, pod.path("name").asText());
    if (found == null) {
      return false;
    }
    for (JsonNode ip : found.value().tree().path("status").path("podIPs")) {
      if (ip.path("ip").asText().equals(address.path("ip").asText())) {
        return true;
      }
    }
    return false;
  }

  private static RuntimeException none(String service) {
    return Status.of(
            503,
            "ServiceUnavailable",
            "no endpoints available for service " + GoText.quote(service))
        .exception();
  }
}
