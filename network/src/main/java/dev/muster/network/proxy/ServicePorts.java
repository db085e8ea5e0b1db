package dev.muster.network.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.network.address.Ipv4;
import dev.muster.network.address.Ipv4Range;
import dev.muster.views.CoreV1;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Reads the ports of services, with their endpoints.
 *
 * @param node whose endpoints a policy {@code Local} means
 * @param services in which the addresses of services are; others are nobody's to take
 */
public record ServicePorts(String node, Ipv4Range services) {
  /** The label of a slice that names its service. */
  public static final String SERVICE_NAME = "kubernetes.io/service-name";

  /**
   * The ports of one service; none if it has no address, or one that is not in canonical form.
   *
   * @param slices that belong to it
   */
  public List<ServicePort> of(JsonNode service, Collection<? extends JsonNode> slices) {
    CoreV1.ServiceSpec spec = CoreV1.Service.of(service).spec();
    String text = spec.clusterIP().text();
    Optional<Ipv4> address =
        Ipv4.parse(text).filter(ip -> ip.toString().equals(text)).filter(services::contains);
    if (address.isEmpty() || spec.type().text().equals("ExternalName")) {
      return List.of();
    }
    List<ServicePort> ports = new ArrayList<>();
    for (CoreV1.ServicePort port : spec.ports()) {
      Optional<Transport> transport = Transport.named(port.protocol().text());
      long number = port.port().number();
      if (transport.isPresent() && Destination.isPort(number)) {
        ports.add(
            new ServicePort(
                address.get(),
                transport.get(),
                (int) number,
                nodePort(spec, port),
                chosen(slices, port, spec.internalTrafficPolicy().text()),
                chosen(slices, port, spec.externalTrafficPolicy().text())));
      }
    }
    return ports;
  }

  private static OptionalInt nodePort(CoreV1.ServiceSpec spec, CoreV1.ServicePort port) {
    boolean has =
        switch (spec.type().text()) {
          case "NodePort", "LoadBalancer" -> true;
          default -> false;
        };
    long number = port.nodePort().number();
    return has && Destination.isPort(number) ? OptionalInt.of((int) number) : OptionalInt.empty();
  }

  /** Those that are ready; if none is, those that still serve while they end. */
  private List<Destination> chosen(
      Collection<? extends JsonNode> slices, CoreV1.ServicePort port, String policy) {
    Predicate<SliceEndpoint> near = each -> !policy.equals("Local") || each.node().equals(node);
    List<Destination> ready = matching(slices, port, near.and(SliceEndpoint::ready));
    return ready.isEmpty() ? matching(slices, port, near.and(SliceEndpoint::serving)) : ready;
  }

  private static List<Destination> matching(
      Collection<? extends JsonNode> slices,
      CoreV1.ServicePort port,
      Predicate<SliceEndpoint> wanted) {
    TreeSet<Destination> found = new TreeSet<>();
    for (JsonNode tree : slices) {
      EndpointSlice slice = EndpointSlice.of(tree);
      if (!slice.addressType().text().equals("IPv4")) {
        continue;
      }
      OptionalInt target = target(slice, port);
      if (target.isPresent()) {
        slice.endpoints().stream()
            .flatMap(endpoint -> SliceEndpoint.of(endpoint).stream())
            .filter(wanted)
            .forEach(each -> found.add(new Destination(each.address(), target.getAsInt())));
      }
    }
    return List.copyOf(found);
  }

  /** The port of a slice that is behind a service's, by the name that both have. */
  private static OptionalInt target(EndpointSlice slice, CoreV1.ServicePort port) {
    return slice.ports().stream()
        .filter(each -> each.name().text().equals(port.name().text()))
        .filter(
            each ->
                Transport.named(each.protocol().text())
                    .equals(Transport.named(port.protocol().text())))
        .mapToLong(each -> each.port().number())
        .filter(Destination::isPort)
        .mapToInt(Math::toIntExact)
        .findFirst();
  }
}
