package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** What an update of a service leaves out because the server had chosen it. */
final class ServiceCarryOver {
  private static final Set<String> ADDRESSED = Set.of("ClusterIP", "NodePort", "LoadBalancer");
  private static final Set<String> PORTED = Set.of("NodePort", "LoadBalancer");

  private ServiceCarryOver() {}

  static void apply(ObjectNode spec, ObjectNode old) {
    pairAddresses(spec, old);
    String type = spec.path("type").asText();
    String was = old.path("type").asText();
    if (ADDRESSED.contains(type) && ADDRESSED.contains(was)) {
      if (!spec.has("clusterIP") && !spec.has("clusterIPs")) {
        copy(List.of("clusterIP", "clusterIPs"), old, spec);
      }
      for (String field : List.of("ipFamilies", "ipFamilyPolicy")) {
        if (!spec.has(field)) {
          copy(List.of(field), old, spec);
        }
      }
    }
    if (PORTED.contains(type) && PORTED.contains(was)) {
      nodePorts(spec, old);
    }
    if (ServiceRules.needsHealthCheck(At.root(spec))
        && ServiceRules.needsHealthCheck(At.root(old))
        && !spec.has("healthCheckNodePort")) {
      copy(List.of("healthCheckNodePort"), old, spec);
    }
    dropForeign(spec, old, type, was);
  }

  /** Who changes one of clusterIP and clusterIPs means both. */
  private static void pairAddresses(ObjectNode spec, ObjectNode old) {
    String ip = spec.path("clusterIP").asText();
    boolean sameIp = ip.equals(old.path("clusterIP").asText());
    boolean sameIps = Objects.equals(spec.get("clusterIPs"), old.get("clusterIPs"));
    if (!sameIp && sameIps) {
      spec.remove("clusterIPs");
      if (!ip.isEmpty()) {
        spec.putArray("clusterIPs").add(ip);
      }
    } else if (sameIp && !ip.isEmpty() && !spec.has("clusterIPs")) {
      spec.remove("clusterIP");
    }
    if (spec.has("clusterIP") && !spec.has("clusterIPs")) {
      spec.putArray("clusterIPs").add(spec.get("clusterIP").asText());
    }
  }

  private static void nodePorts(ObjectNode spec, ObjectNode old) {
    Map<String, JsonNode> before = new HashMap<>();
    for (JsonNode port : old.path("ports")) {
      if (port.has("nodePort")) {
        before.put(named(port), port.get("nodePort"));
      }
    }
    for (JsonNode item : spec.path("ports")) {
      JsonNode had = before.get(named(item));
      if (had != null && item instanceof ObjectNode port && !port.has("nodePort")) {
        port.set("nodePort", had);
      }
    }
  }

  private static String named(JsonNode port) {
    return port.path("port").asText() + "/" + port.path("protocol").asText();
  }

  /**
   * What was chosen for what the service was, and was not touched, goes when it is that no more.
   */
  private static void dropForeign(ObjectNode spec, ObjectNode old, String type, String was) {
    At now = At.root(spec);
    At then = At.root(old);
    if (ADDRESSED.contains(was) && !ADDRESSED.contains(type)) {
      dropIfSame(List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"), spec, old);
    }
    if (PORTED.contains(was) && !PORTED.contains(type) && ports(spec).equals(ports(old))) {
      for (JsonNode port : spec.path("ports")) {
        if (port instanceof ObjectNode p) {
          p.remove("nodePort");
        }
      }
    }
    if (ServiceRules.needsHealthCheck(then) && !ServiceRules.needsHealthCheck(now)) {
      dropIfSame(List.of("healthCheckNodePort"), spec, old);
    }
    if (was.equals("LoadBalancer") && !type.equals("LoadBalancer")) {
      dropIfSame(List.of("allocateLoadBalancerNodePorts", "loadBalancerClass"), spec, old);
    }
    if (ServiceRules.externallyAccessible(then) && !ServiceRules.externallyAccessible(now)) {
      dropIfSame(List.of("externalTrafficPolicy"), spec, old);
    }
  }

  private static Set<Long> ports(ObjectNode spec) {
    Set<Long> ports = new HashSet<>();
    spec.path("ports").forEach(port -> ports.add(port.path("nodePort").asLong()));
    ports.remove(0L);
    return ports;
  }

  private static void dropIfSame(List<String> fields, ObjectNode spec, ObjectNode old) {
    for (String field : fields) {
      if (Objects.equals(spec.get(field), old.get(field))) {
        spec.remove(field);
      }
    }
  }

  private static void copy(List<String> fields, ObjectNode from, ObjectNode to) {
    for (String field : fields) {
      JsonNode value = from.get(field);
      if (value != null) {
        to.set(field, value.deepCopy());
      }
    }
  }
}
