package dev.muster.network.dns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.network.address.Ipv4;
import dev.muster.network.proxy.ServicePorts;
import dev.muster.network.proxy.ServiceProxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The objects that informers have seen. */
public final class InformedObjects implements NamedObjects {
  private static final String ADDRESS = "address";

  private final Informer services;
  private final Informer slices;
  private final Informer namespaces;

  /** Before the informers start. */
  public InformedObjects(Informer services, Informer slices, Informer namespaces) {
    this.services = services.index(ADDRESS, InformedObjects::clusterIp);
    this.slices =
        slices
            .index(ServicePorts.SERVICE_NAME, ServiceProxy::byService)
            .index(ADDRESS, InformedObjects::addresses);
    this.namespaces = namespaces;
  }

  private static Collection<String> clusterIp(JsonNode service) {
    return List.of(service.path("spec").path("clusterIP").asText());
  }

  private static Collection<String> addresses(JsonNode slice) {
    List<String> all = new ArrayList<>();
    for (JsonNode endpoint : slice.path("endpoints")) {
      all.add(endpoint.path("addresses").path(0).asText());
    }
    return all;
  }

  @Override
  public Optional<ObjectNode> service(String namespace, String name) {
    return Optional.ofNullable(services.get(namespace, name));
  }

  @Override
  public List<ObjectNode> slices(String namespace, String service) {
    return slices.by(ServicePorts.SERVICE_NAME, namespace + "/" + service);
  }

  @Override
  public List<ObjectNode> servicesAt(Ipv4 address) {
    return services.by(ADDRESS, address.toString());
  }

  @Override
  public List<ObjectNode> slicesAt(Ipv4 address) {
    return slices.by(ADDRESS, address.toString());
  }

  @Override
  public boolean hasNamespace(String name) {
    return namespaces.get("", name) != null;
  }
}
