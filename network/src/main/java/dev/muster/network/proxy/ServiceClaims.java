package dev.muster.network.proxy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Gives each address, and each port of the node, to one service only: the API server sees to that,
 * but rules that name something twice would be refused with those of all others. Who has endpoints
 * does not matter.
 *
 * <p>INVARIANT: of the ports that were let through, no two have the same address, transport and
 * port, and no two the same transport and node port.
 */
final class ServiceClaims {
  /** Theirs, whoever else wants it: the way to the API server, and to names. */
  private static final List<String> FIRST = List.of("default/kubernetes", "kube-system/kube-dns");

  private final Map<Integer, String> addresses = new HashMap<>();
  private final Set<List<Object>> ports = new HashSet<>();
  private final Set<List<Object>> nodePorts = new HashSet<>();

  /** Services in the order in which they come to claim: the oldest first. */
  static <T extends JsonNode> List<T> inOrder(Collection<T> services) {
    return services.stream()
        .sorted(
            Comparator.comparingInt(ServiceClaims::rank)
                .thenComparing(each -> metadata(each, "creationTimestamp"))
                .thenComparing(each -> metadata(each, "namespace"))
                .thenComparing(each -> metadata(each, "name")))
        .toList();
  }

  private static int rank(JsonNode service) {
    int found = FIRST.indexOf(metadata(service, "namespace") + "/" + metadata(service, "name"));
    return found < 0 ? FIRST.size() : found;
  }

  private static String metadata(JsonNode service, String field) {
    return service.path("metadata").path(field).asText();
  }

  /**
   * What a service gets of the ports that it has.
   *
   * @param service its namespace and name
   */
  List<ServicePort> claim(String service, List<ServicePort> wanted) {
    List<ServicePort> got = new ArrayList<>();
    for (ServicePort port : wanted) {
      String owner = addresses.computeIfAbsent(port.address().bits(), unused -> service);
      if (owner.equals(service)
          && ports.add(List.of(port.address(), port.transport(), port.port()))) {
        got.add(isFree(port) ? port : port.at(OptionalInt.empty()));
      }
    }
    return got;
  }

  private boolean isFree(ServicePort port) {
    return port.nodePort().isEmpty()
        || nodePorts.add(List.of(port.transport(), port.nodePort().getAsInt()));
  }
}
