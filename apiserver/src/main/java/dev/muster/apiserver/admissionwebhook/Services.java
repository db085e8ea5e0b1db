package dev.muster.apiserver.admissionwebhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServicePort;
import dev.muster.views.CoreV1.ServiceSpec;
import dev.muster.views.DiscoveryV1.Endpoint;
import dev.muster.views.DiscoveryV1.EndpointPort;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import java.util.Optional;

/** Where a service can be reached from here: at a pod behind it, or else at its own address. */
final class Services {
  private final Cluster cluster;

  Services(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Address and port, or empty. */
  Optional<String> address(String namespace, String name, int port) {
    Optional<ObjectNode> service = cluster.get("v1", "Service", namespace, name);
    if (service.isEmpty()) {
      return Optional.empty();
    }
    ServiceSpec spec = Service.of(service.get()).spec();
    if (spec.type().text().equals("ExternalName")) {
      return Optional.of(spec.externalName().text() + ":" + port);
    }
    for (ServicePort offered : spec.ports()) {
      if (offered.port().number() == port) {
        Optional<String> behind = behind(namespace, name, offered.name().text());
        String own = spec.clusterIP().text();
        return behind.or(
            () ->
                own.isEmpty() || own.equals("None")
                    ? Optional.empty()
                    : Optional.of(host(own) + ":" + port));
      }
    }
    return Optional.empty();
  }

  private Optional<String> behind(String namespace, String name, String portName) {
    for (ObjectNode slice : cluster.list("discovery.k8s.io/v1", "EndpointSlice", namespace)) {
      String owner =
          EndpointSlice.of(slice).metadata().labels().get("kubernetes.io/service-name").text();
      if (owner.equals(name)) {
        Optional<String> found = ready(EndpointSlice.of(slice), portName);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> ready(EndpointSlice slice, String portName) {
    for (EndpointPort port : slice.ports()) {
      if (port.name().text().equals(portName)) {
        for (Endpoint endpoint : slice.endpoints()) {
          String address = endpoint.addresses().node().path(0).asText();
          if (endpoint.conditions().ready().node().asBoolean(true) && !address.isEmpty()) {
            return Optional.of(host(address) + ":" + (int) port.port().number());
          }
        }
      }
    }
    return Optional.empty();
  }

  private static String host(String address) {
    return address.indexOf(':') < 0 ? address : "[" + address + "]";
  }
}
