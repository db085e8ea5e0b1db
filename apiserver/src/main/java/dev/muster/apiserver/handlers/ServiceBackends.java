package dev.muster.apiserver.handlers;

import dev.muster.apiserver.backends.Backend;
import dev.muster.apiserver.proxy.ProxyName;
import dev.muster.apiserver.registry.Registry;
import dev.muster.apiserver.registry.StoredObject;
import dev.muster.base.go.GoText;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.model.status.Status;
import dev.muster.store.Entry;
import dev.muster.views.CoreV1.EndpointAddress;
import dev.muster.views.CoreV1.EndpointPort;
import dev.muster.views.CoreV1.EndpointSubset;
import dev.muster.views.CoreV1.Endpoints;
import dev.muster.views.CoreV1.ObjectReference;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodIP;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServicePort;
import dev.muster.views.ViewList;
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
    ViewList<EndpointSubset> subsets = Endpoints.of(all.value().tree()).subsets();
    if (subsets.isEmpty()) {
      throw none(name.name());
    }
    int tries = 0;
    int seed = ThreadLocalRandom.current().nextInt(subsets.size());
    for (int i = 0; i < subsets.size(); i++) {
      EndpointSubset subset = subsets.get((seed + i) % subsets.size());
      ViewList<EndpointAddress> addresses = subset.addresses();
      int number = number(subset, port);
      if (addresses.isEmpty() || number == 0) {
        continue;
      }
      int first = ThreadLocalRandom.current().nextInt(addresses.size());
      for (int j = 0; j < addresses.size() && tries < MOST_TRIES; j++, tries++) {
        EndpointAddress address = addresses.get((first + j) % addresses.size());
        if (isPods(address, namespace)) {
          return Proxies.of(name, address.ip().text(), number);
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
    Service service =
        Service.of(
            registry
                .get(request.stored(), request.target().namespace(), name.name())
                .value()
                .tree());
    for (ServicePort port : service.spec().ports()) {
      if (port.port().node().asText().equals(name.port())) {
        return port.name().text();
      }
    }
    throw Status.of(
            503,
            "ServiceUnavailable",
            "no service port " + name.port() + " found for service " + GoText.quote(name.name()))
        .exception();
  }

  private static int number(EndpointSubset subset, String name) {
    for (EndpointPort port : subset.ports()) {
      if (port.name().text().equals(name)) {
        return (int) port.port().number();
      }
    }
    return 0;
  }

  private boolean isPods(EndpointAddress address, String namespace) {
    ObjectReference pod = address.targetRef();
    if (!pod.namespace().text().equals(namespace)) {
      return false;
    }
    @Nullable Entry<StoredObject> found = registry.find(pods, namespace, pod.name().text());
    if (found == null) {
      return false;
    }
    for (PodIP ip : Pod.of(found.value().tree()).status().podIPs()) {
      if (ip.ip().text().equals(address.ip().text())) {
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
