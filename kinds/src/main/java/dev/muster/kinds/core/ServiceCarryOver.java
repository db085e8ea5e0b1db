package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.views.CoreV1.MutableServicePort;
import dev.muster.views.CoreV1.MutableServiceSpec;
import dev.muster.views.CoreV1.ServicePort;
import dev.muster.views.CoreV1.ServiceSpec;
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

  static void apply(MutableServiceSpec spec, MutableServiceSpec old) {
    pairAddresses(spec, old);
    String type = spec.type().text();
    String was = old.type().text();
    if (ADDRESSED.contains(type) && ADDRESSED.contains(was)) {
      if (!spec.clusterIP().present() && !spec.clusterIPs().present()) {
        copy(List.of("clusterIP", "clusterIPs"), old, spec);
      }
      for (String field : List.of("ipFamilies", "ipFamilyPolicy")) {
        if (!spec.tree().has(field)) {
          copy(List.of(field), old, spec);
        }
      }
    }
    if (PORTED.contains(type) && PORTED.contains(was)) {
      nodePorts(spec, old);
    }
    if (ServiceRules.needsHealthCheck(spec.reading())
        && ServiceRules.needsHealthCheck(old.reading())
        && !spec.healthCheckNodePort().present()) {
      copy(List.of("healthCheckNodePort"), old, spec);
    }
    dropForeign(spec, old, type, was);
  }

  /** Who changes one of clusterIP and clusterIPs means both. */
  private static void pairAddresses(MutableServiceSpec spec, MutableServiceSpec old) {
    String ip = spec.clusterIP().text();
    boolean sameIp = ip.equals(old.clusterIP().text());
    boolean sameIps = Objects.equals(spec.clusterIPs().node(), old.clusterIPs().node());
    if (!sameIp && sameIps) {
      spec.clusterIPs().remove();
      if (!ip.isEmpty()) {
        spec.clusterIPs().list().add(ip);
      }
    } else if (sameIp && !ip.isEmpty() && !spec.clusterIPs().present()) {
      spec.clusterIP().remove();
    }
    if (spec.clusterIP().present() && !spec.clusterIPs().present()) {
      spec.clusterIPs().list().add(spec.clusterIP().text());
    }
  }

  private static void nodePorts(MutableServiceSpec spec, MutableServiceSpec old) {
    Map<String, JsonNode> before = new HashMap<>();
    for (MutableServicePort port : old.ports().each()) {
      if (port.nodePort().present()) {
        before.put(named(port), port.nodePort().node());
      }
    }
    for (MutableServicePort port : spec.ports().each()) {
      JsonNode had = before.get(named(port));
      if (had != null && port.nodePort().absent()) {
        port.nodePort().set(had);
      }
    }
  }

  private static String named(MutableServicePort port) {
    return port.port().number() + "/" + port.protocol().text();
  }

  /**
   * What was chosen for what the service was, and was not touched, goes when it is that no more.
   */
  private static void dropForeign(
      MutableServiceSpec spec, MutableServiceSpec old, String type, String was) {
    ServiceSpec now = spec.reading();
    ServiceSpec then = old.reading();
    if (ADDRESSED.contains(was) && !ADDRESSED.contains(type)) {
      dropIfSame(List.of("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"), spec, old);
    }
    if (PORTED.contains(was) && !PORTED.contains(type) && ports(spec).equals(ports(old))) {
      spec.ports().each().forEach(port -> port.nodePort().remove());
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

  private static Set<Long> ports(MutableServiceSpec spec) {
    Set<Long> ports = new HashSet<>();
    spec.ports().node().forEach(port -> ports.add(ServicePort.of(port).nodePort().number()));
    ports.remove(0L);
    return ports;
  }

  private static void dropIfSame(
      List<String> fields, MutableServiceSpec spec, MutableServiceSpec old) {
    for (String field : fields) {
      if (Objects.equals(spec.tree().get(field), old.tree().get(field))) {
        spec.tree().remove(field);
      }
    }
  }

  private static void copy(List<String> fields, MutableServiceSpec from, MutableServiceSpec to) {
    for (String field : fields) {
      JsonNode value = from.tree().get(field);
      if (value != null) {
        to.tree().set(field, value.deepCopy());
      }
    }
  }
}
