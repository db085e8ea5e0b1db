package dev.muster.apiserver.handlers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.apiserver.registry.ServiceAddresses;
import dev.muster.model.net.Cidr;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServiceSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who leads packets from services' addresses to their endpoints, as far as this server was told.
 * Thread-safe.
 */
public final class ServiceRouting {
  /** Who it is. */
  public enum By {
    /** Others' nodes may have a proxy, of which this server knows nothing. */
    UNKNOWN,
    /** The only node is ours, and it has none. */
    NOBODY,
    /** Our node. */
    OUR_NODE
  }

  private volatile By by = By.UNKNOWN;

  /** From now on. */
  public void is(By other) {
    by = other;
  }

  /** What to tell who writes a service: each thing in it that nothing acts on. */
  List<String> warnings(JsonNode service) {
    return switch (by) {
      case UNKNOWN -> List.of();
      case NOBODY ->
          List.of(
              "no proxy here acts on Service: its address and its name lead nowhere;"
                  + " --pod-network=bridge starts one");
      case OUR_NODE -> fields(Service.of(service).spec());
    };
  }

  private static boolean isOurs(String address) {
    Optional<Cidr> range = Cidr.parse(ServiceAddresses.RANGE);
    Optional<Cidr> alone = Cidr.parse(address + "/32");
    return range.isPresent() && alone.isPresent() && range.get().contains(alone.get());
  }

  private static List<String> fields(ServiceSpec spec) {
    List<String> found = new ArrayList<>();
    if (spec.type().text().equals("LoadBalancer")) {
      found.add(
          "no controller here acts on spec.type LoadBalancer: the service is reached by its cluster"
              + " IP and its node ports");
    }
    String address = spec.clusterIP().text();
    if (!address.isEmpty() && !address.equals("None") && !isOurs(address)) {
      found.add(
          "no proxy here acts on spec.clusterIP \""
              + address
              + "\": services have addresses of "
              + ServiceAddresses.RANGE);
    }
    if (spec.externalIPs().size() > 0) {
      found.add("no proxy here acts on spec.externalIPs: it is stored only");
    }
    if (spec.sessionAffinity().text().equals("ClientIP")) {
      found.add("no proxy here acts on spec.sessionAffinity: each connection goes to any endpoint");
    }
    return found;
  }
}
