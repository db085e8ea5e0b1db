package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.net.Cidr;
import dev.muster.model.net.IpAddress;
import dev.muster.model.net.Ports;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServicePort;
import dev.muster.views.CoreV1.ServiceSpec;
import dev.muster.views.CoreV1.SessionAffinityConfig;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What is right and wrong in a service. */
final class ServiceRules {
  private static final List<String> TYPES =
      List.of("ClusterIP", "ExternalName", "LoadBalancer", "NodePort");
  private static final List<String> TRAFFIC = List.of("Cluster", "Local");
  private static final String ONLY_BALANCED = "may only be used when `type` is 'LoadBalancer'";
  private static final String TOPOLOGY_HINTS = "service.kubernetes.io/topology-aware-hints";
  private static final String TOPOLOGY_MODE = "service.kubernetes.io/topology-mode";

  private ServiceRules() {}

  static boolean headless(ServiceSpec spec) {
    At ips = spec.clusterIPs();
    return ips.size() == 1 && ips.texts().getFirst().equals("None");
  }

  static boolean externallyAccessible(ServiceSpec spec) {
    return switch (spec.type().text()) {
      case "LoadBalancer", "NodePort" -> true;
      case "ClusterIP" -> spec.externalIPs().size() > 0;
      default -> false;
    };
  }

  static boolean needsHealthCheck(ServiceSpec spec) {
    return spec.type().text().equals("LoadBalancer")
        && spec.externalTrafficPolicy().text().equals("Local");
  }

  static void validate(Service service, Errors errors) {
    annotations(service.metadata().annotations(), errors);
    ServiceSpec spec = service.spec();
    ViewList<ServicePort> ports = spec.ports();
    String type = spec.type().text();
    if (ports.size() == 0 && !headless(spec) && !type.equals("ExternalName")) {
      errors.required(ports.at().path(), "");
    }
    byType(spec, errors);
    Set<String> names = new HashSet<>();
    for (ServicePort port : ports) {
      port(port, ports.size() > 1, names, errors);
    }
    Labels.validate(spec.selector(), errors);
    affinity(spec, errors);
    ServiceAddressRules.validate(spec, errors);
    for (At ip : spec.externalIPs().each()) {
      if (IpAddress.parse(ip.text()).isEmpty()) {
        IpAddress.validate(ip.text(), ip.path(), errors);
      } else {
        IpAddress.validateNonSpecial(ip.text(), ip.path(), errors);
      }
    }
    if (!TYPES.contains(type)) {
      errors.unsupported(spec.type(), TYPES);
    }
    portUse(spec, errors);
    balancer(service, errors);
    traffic(spec, errors);
  }

  private static void annotations(At annotations, Errors errors) {
    if (annotations.has(TOPOLOGY_MODE)
        && annotations.has(TOPOLOGY_HINTS)
        && !annotations.text(TOPOLOGY_MODE).equals(annotations.text(TOPOLOGY_HINTS))) {
      errors.invalidText(
          annotations.path().key(TOPOLOGY_MODE),
          annotations.text(TOPOLOGY_MODE),
          "must match annotations[" + TOPOLOGY_HINTS + "] when both are specified");
    }
  }

  private static void byType(ServiceSpec spec, Errors errors) {
    String type = spec.type().text();
    switch (type) {
      case "LoadBalancer", "NodePort" -> {
        if (headless(spec)) {
          errors.invalidText(
              spec.clusterIPs().path().index(0),
              "None",
              "may not be set to 'None' for " + type + " services");
        }
      }
      case "ExternalName" -> {
        for (String field : List.of("clusterIPs", "ipFamilies", "ipFamilyPolicy")) {
          if (spec.at().has(field)) {
            errors.forbidden(
                spec.at().path().child(field), "may not be set for ExternalName services");
          }
        }
        String name = spec.externalName().text();
        String bare = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        Path at = spec.externalName().path();
        if (bare.isEmpty()) {
          errors.required(at, "");
        } else {
          Names.subdomain(bare, false).forEach(f -> errors.invalidText(at, bare, f));
        }
      }
      default -> {
        // plain addresses, or a type that is found fault with elsewhere
      }
    }
  }

  private static void port(ServicePort port, boolean named, Set<String> names, Errors errors) {
    At name = port.name();
    if (!name.text().isEmpty()) {
      Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
      if (!names.add(name.text())) {
        errors.duplicate(name);
      }
    } else if (named) {
      errors.required(name.path(), "");
    }
    Ports.validateNumber(port.port(), errors);
    Ports.validateProtocol(port.protocol(), errors);
    Ports.validateNumberOrName(port.targetPort(), errors);
    At app = port.appProtocol();
    if (app.present()) {
      Labels.validateKey(app.text(), app.path(), errors);
    }
  }

  private static void affinity(ServiceSpec spec, Errors errors) {
    At affinity = spec.sessionAffinity();
    SessionAffinityConfig config = spec.sessionAffinityConfig();
    switch (affinity.text()) {
      case "ClientIP" -> {
        At timeout = config.clientIP().timeoutSeconds();
        if (timeout.absent()) {
          errors.required(config.at().path(), "when session affinity type is ClientIP");
        } else if (timeout.number() <= 0 || timeout.number() > 86_400) {
          errors.invalid(timeout, "must be greater than 0 and less than 86400");
        }
      }
      case "None" -> {
        if (config.present()) {
          errors.forbidden(config.at().path(), "must not be set when session affinity is None");
        }
      }
      default -> errors.unsupported(affinity, List.of("ClientIP", "None"));
    }
  }

  private static void portUse(ServiceSpec spec, Errors errors) {
    Set<List<Object>> nodePorts = new HashSet<>();
    Set<List<Object>> ports = new HashSet<>();
    for (ServicePort port : spec.ports()) {
      if (spec.type().text().equals("ClusterIP") && port.nodePort().number() != 0) {
        errors.forbidden(port.nodePort().path(), "may not be used when `type` is 'ClusterIP'");
      }
    }
    for (ServicePort port : spec.ports()) {
      long number = port.nodePort().number();
      if (number != 0 && !nodePorts.add(List.of(port.protocol().text(), number))) {
        errors.duplicate(port.nodePort());
      }
    }
    for (ServicePort port : spec.ports()) {
      long number = port.port().number();
      if (!ports.add(List.of(port.protocol().text(), number))) {
        ObjectNode shown = JsonNodeFactory.instance.objectNode();
        shown.put("Name", "").put("Protocol", port.protocol().text()).putNull("AppProtocol");
        shown.put("Port", number).put("TargetPort", 0L).put("NodePort", 0L);
        errors.duplicate(port.at().path(), shown.toString());
      }
    }
  }

  private static void balancer(Service service, Errors errors) {
    ServiceSpec spec = service.spec();
    boolean balanced = spec.type().text().equals("LoadBalancer");
    At ranges = spec.loadBalancerSourceRanges();
    if (ranges.size() > 0) {
      Path at = spec.at().path().child("LoadBalancerSourceRanges");
      if (!balanced) {
        errors.forbidden(at, ONLY_BALANCED);
      }
      int i = 0;
      for (String range : ranges.texts()) {
        Cidr.validate(range.strip(), at.index(i++), errors);
      }
    }
    At ports = spec.allocateLoadBalancerNodePorts();
    if (ports.present() && !balanced) {
      errors.forbidden(ports.path(), ONLY_BALANCED);
    }
    if (ports.absent() && balanced) {
      errors.required(Path.of("allocateLoadBalancerNodePorts"), "");
    }
    balancerClass(spec, errors);
  }

  static void balancerClass(ServiceSpec spec, Errors errors) {
    At name = spec.loadBalancerClass();
    if (name.absent()) {
      return;
    }
    if (spec.type().text().equals("LoadBalancer")) {
      Labels.validateKey(name.text(), name.path(), errors);
    } else {
      errors.forbidden(name.path(), ONLY_BALANCED);
    }
  }

  private static void traffic(ServiceSpec spec, Errors errors) {
    At outside = spec.externalTrafficPolicy();
    if (!externallyAccessible(spec)) {
      if (!outside.text().isEmpty()) {
        errors.invalid(outside, "may only be set for externally-accessible services");
      }
    } else if (outside.text().isEmpty()) {
      errors.required(outside.path(), "");
    } else if (!TRAFFIC.contains(outside.text())) {
      errors.unsupported(outside, TRAFFIC);
    }
    At health = spec.healthCheckNodePort();
    if (health.number() != 0) {
      if (needsHealthCheck(spec)) {
        Ports.validateNumber(health, errors);
      } else {
        errors.invalid(
            health,
            "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
      }
    }
    At inside = spec.internalTrafficPolicy();
    if (inside.present() && !TRAFFIC.contains(inside.text())) {
      errors.unsupported(inside, TRAFFIC);
    }
    At distribution = spec.trafficDistribution();
    List<String> known = List.of("PreferClose", "PreferSameZone", "PreferSameNode");
    if (distribution.present() && !known.contains(distribution.text())) {
      errors.unsupported(distribution, known);
    }
  }
}
