package dev.muster.apiserver.admissionwebhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.admission.Cluster;
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
    JsonNode spec = service.get().path("spec");
    if (spec.path("type").asText().equals("ExternalName")) {
      return Optional.of(spec.path("externalName").asText() + ":" + port);
    }
    for (JsonNode offered : spec.path("ports")) {
      if (offered.path("port").asInt() == port) {
        Optional<String> behind = behind(namespace, name, offered.path("name").asText());
        String own = spec.path("clusterIP").asText();
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
          slice.path("metadata").path("labels").path("kubernetes.io/service-name").asText();
      if (owner.equals(name)) {
        Optional<String> found = ready(slice, portName);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> ready(ObjectNode slice, String portName) {
    for (JsonNode port : slice.path("ports")) {
      if (port.path("name").asText().equals(portName)) {
        for (JsonNode endpoint : slice.path("endpoints")) {
          String address = endpoint.path("addresses").path(0).asText();
          if (endpoint.path("conditions").path("ready").asBoolean(true) && !address.isEmpty()) {
            return Optional.of(host(address) + ":" + port.path("port").asInt());
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
