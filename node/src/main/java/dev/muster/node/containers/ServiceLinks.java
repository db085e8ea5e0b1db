package dev.muster.node.containers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
    Map<String, JsonNode> chosen = new LinkedHashMap<>();
    for (JsonNode service : services) {
      String in = service.path("metadata").path("namespace").asText();
      String name = service.path("metadata").path("name").asText();
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

  private static JsonNode at(JsonNode service, URI server) {
    JsonNode copy = service.deepCopy();
    if (copy.path("spec") instanceof ObjectNode spec
        && spec.path("ports").path(0) instanceof ObjectNode port) {
      spec.put("clusterIP", server.getHost().replaceAll("[\\[\\]]", ""));
      port.put("port", server.getPort() < 0 ? 443L : server.getPort());
    }
    return copy;
  }

  private static boolean hasAddress(JsonNode service) {
    String address = service.path("spec").path("clusterIP").asText();
    return !address.isEmpty() && !address.equals("None");
  }

  private static void add(Map<String, String> to, String name, JsonNode service) {
    String prefix = name.toUpperCase(Locale.ROOT).replace('-', '_').replace('.', '_');
    String address = service.path("spec").path("clusterIP").asText();
    String bracketed = address.contains(":") ? "[" + address + "]" : address;
    JsonNode ports = service.path("spec").path("ports");
    if (ports.isEmpty()) {
      return;
    }
    to.put(prefix + "_SERVICE_HOST", address);
    to.put(prefix + "_SERVICE_PORT", ports.get(0).path("port").asText());
    for (JsonNode port : ports) {
      String portName = port.path("name").asText();
      if (!portName.isEmpty()) {
        to.put(
            prefix + "_SERVICE_PORT_" + portName.toUpperCase(Locale.ROOT).replace('-', '_'),
            port.path("port").asText());
      }
    }
    boolean first = true;
    for (JsonNode port : ports) {
      String protocol = port.path("protocol").asText("TCP");
      String number = port.path("port").asText();
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
