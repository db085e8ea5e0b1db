package dev.muster.network.proxy;

import dev.muster.network.address.Ipv4;
import java.util.List;
import java.util.OptionalInt;

/**
 * One port of a service, and who answers there.
 *
 * @param nodePort the same on every address of the node
 * @param inside who answers at the service's address; none refuses
 * @param outside who answers at the node's port
 */
public record ServicePort(
    Ipv4 address,
    Transport transport,
    int port,
    OptionalInt nodePort,
    List<Destination> inside,
    List<Destination> outside) {
  public ServicePort {
    inside = List.copyOf(inside);
    outside = List.copyOf(outside);
  }

  ServicePort at(OptionalInt otherNodePort) {
    return new ServicePort(address, transport, port, otherNodePort, inside, outside);
  }
}
