package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.MutableService;
import dev.muster.views.CoreV1.MutableServiceSpec;
import dev.muster.views.CoreV1.ServicePort;
import dev.muster.views.ViewList;
import java.net.URI;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Variables that tell containers where services are. */
public final class ServiceLinks {
  private ServiceLinks() {}

  /**
   * Those of the pod's namespace, if it wants them, and always the API server's own.
   *
   * @param services all that are known
   * @param direct where the API server is for a pod on the host's network, which has no service
   *     addresses; empty for others
   */
  public static Map<String, String> variables(
      Collection<? extends JsonNode> services,
      String namespace,
      boolean wanted,
      Optional<URI> direct) {
    Map<String, CoreV1.Service> chosen = new LinkedHashMap<>();
    for (JsonNode tree : services) {
      CoreV1.Service service = CoreV1.Service.of(tree);
      String in = service.metadata().namespace().text();
      String name = service.metadata().name().text();
      boolean master = in.equals("default") && name.equals("kubernetes");
      if (hasAddress(service) && (master || (wanted && in.equals(namespace)))) {
        if (in.equals(namespace) || !chosen.containsKey(name)) {
          chosen.put(name, master && direct.isPresent() ? at(service, direct.get()) : service);
        }
      }
    }
    Map<String, String> all = new LinkedHashMap<>();
    chosen.forEach((name, service) -> add(all, name, service));
    return all;
  }

  private static CoreV1.Service at(CoreV1.Service service, URI server) {
    ObjectNode copy = service.tree().deepCopy();
    MutableServiceSpec spec = MutableService.of(copy).spec().ensure();
    if (spec.ports().size() > 0) {
      spec.clusterIP(server.getHost().replaceAll("[\\[\\]]", ""));
      spec.ports().each().getFirst().port(server.getPort() < 0 ? 443 : server.getPort());
    }
    return CoreV1.Service.of(copy);
  }

  private static boolean hasAddress(CoreV1.Service service) {
    String address = service.spec().clusterIP().text();
    return !address.isEmpty() && !address.equals("None");
  }

  private static void add(Map<String, String> to, String name, CoreV1.Service service) {
    String prefix = name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
    String address = service.spec().clusterIP().text();
    String bracketed = address.contains(":") ? "[" + address + "]" : address;
    ViewList<ServicePort> ports = service.spec().ports();
    if (ports.isEmpty()) {
      return;
    }
    to.put(prefix + "_SERVICE_HOST", address);
    to.put(prefix + "_SERVICE_PORT", ports.get(0).port().node().asText());
    for (ServicePort port : ports) {
      String portName = port.name().text();
      if (!portName.isEmpty()) {
        to.put(
            prefix + "_SERVICE_PORT_" + portName.toUpperCase(Locale.ROOT).replace('-', '_'),
            port.port().node().asText());
      }
    }
    boolean first = true;
    for (ServicePort port : ports) {
      String protocol = port.protocol().textOr("TCP");
      String number = port.port().node().asText();
      String url = protocol.toLowerCase(Locale.ROOT) + "://" + bracketed + ":" + number;
      String portPrefix = prefix + "_PORT_" + number + "_" + protocol;
      if (first) {
        to.put(prefix + "_PORT", url);
        first = false;
      }
      to.put(portPrefix, url);
      to.put(portPrefix + "_PROTO", protocol.toLowerCase(Locale.ROOT));
      to.put(portPrefix + "_PORT", number);
      to.put(portPrefix + "_ADDR", address);
    }
  }
}
