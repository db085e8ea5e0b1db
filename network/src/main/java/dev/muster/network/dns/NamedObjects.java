package dev.muster.network.dns;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.network.address.Ipv4;
import java.util.List;
import java.util.Optional;

/** What names are made of, as it is now. */
public interface NamedObjects {
  Optional<? extends JsonNode> service(String namespace, String name);

  /** The EndpointSlices of a service. */
  List<? extends JsonNode> slices(String namespace, String service);

  /** The services that have an address. */
  List<? extends JsonNode> servicesAt(Ipv4 address);

  /** The EndpointSlices that have an address. */
  List<? extends JsonNode> slicesAt(Ipv4 address);

  boolean hasNamespace(String name);
}
