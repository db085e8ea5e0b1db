package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Names;
import dev.muster.model.net.AddressWarnings;
import dev.muster.model.net.IpAddress;
import dev.muster.model.scheme.StatusOnly;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.LoadBalancerIngress;
import dev.muster.views.CoreV1.MutableClientIPConfig;
import dev.muster.views.CoreV1.MutableLoadBalancerIngress;
import dev.muster.views.CoreV1.MutableService;
import dev.muster.views.CoreV1.MutableServicePort;
import dev.muster.views.CoreV1.MutableServiceSpec;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServiceSpec;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Services. Addresses and node ports are not assigned here: whoever owns the ranges does so after
 * {@link #prepareForCreate} and {@link #prepareForUpdate} and before validation, where {@link
 * #needsClusterIp} says whether a service gets an address at all.
 */
public final class ServiceStrategy implements Strategy {
  static final String CLUSTER_IP = "ClusterIP";
  static final String LOAD_BALANCER = "LoadBalancer";
  static final String NODE_PORT = "NodePort";
  private static final Set<String> ADDRESSED = Set.of(CLUSTER_IP, NODE_PORT, LOAD_BALANCER);
  private static final long AFFINITY_SECONDS = 10_800;

  /** Whether the service has cluster addresses: all but external names. */
  public static boolean needsClusterIp(Service service) {
    return ADDRESSED.contains(service.spec().type().text());
  }

  /** Whether a load balancer has to ask nodes if they have pods of the service. */
  public static boolean needsHealthCheck(JsonNode spec) {
    return ServiceRules.needsHealthCheck(ServiceSpec.of(spec));
  }

  /** Checks cluster addresses and the families that they belong to. */
  public static void validateAddresses(ObjectNode service, Errors errors) {
    ServiceAddressRules.validate(new ServiceSpec(At.root(service).get("spec")), errors);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    MutableServiceSpec spec = MutableService.of(object).spec().ensure();
    spec.sessionAffinity().defaultTo("None");
    switch (spec.sessionAffinity().text()) {
      case "None" -> spec.sessionAffinityConfig().remove();
      case "ClientIP" -> {
        MutableClientIPConfig client = spec.sessionAffinityConfig().ensure().clientIP().ensure();
        if (!client.timeoutSeconds().present()) {
          client.timeoutSeconds(AFFINITY_SECONDS);
        }
      }
      default -> {
        // found fault with later
      }
    }
    spec.type().defaultTo(CLUSTER_IP);
    spec.ports().node().forEach(port -> portDefaults(MutableServicePort.of((ObjectNode) port)));
    String type = spec.type().text();
    if (ServiceRules.externallyAccessible(spec.reading())) {
      spec.externalTrafficPolicy().defaultTo("Cluster");
    }
    if (ADDRESSED.contains(type) && !spec.internalTrafficPolicy().present()) {
      spec.internalTrafficPolicy("Cluster");
    }
    if (type.equals(LOAD_BALANCER)) {
      if (!spec.allocateLoadBalancerNodePorts().present()) {
        spec.allocateLoadBalancerNodePorts(true);
      }
      for (LoadBalancerIngress ingress : Service.of(object).status().loadBalancer().ingress()) {
        if (ingress.tree() instanceof ObjectNode i
            && LoadBalancerIngress.of(i).ip().present()
            && !LoadBalancerIngress.of(i).ipMode().present()) {
          MutableLoadBalancerIngress.of(i).ipMode("VIP");
        }
      }
    }
  }

  private static void portDefaults(MutableServicePort port) {
    port.protocol().defaultTo("TCP");
    JsonNode target = port.targetPort().node();
    if (target.isMissingNode()
        || target.isNull()
        || (target.isNumber() && target.asLong() == 0)
        || (target.isTextual() && target.textValue().isEmpty())) {
      port.targetPort(port.port().number());
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    MutableService.of(object).status().replace().loadBalancer().replace();
    MutableServiceSpec spec = MutableService.of(object).spec().ensure();
    if (spec.clusterIP().present() && !spec.clusterIPs().present()) {
      spec.clusterIPs().list().add(spec.clusterIP().text());
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
    ServiceCarryOver.apply(
        MutableService.of(object).spec().ensure(), MutableService.of(old).spec().ensure());
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    ServiceRules.validate(Service.of(object), errors);
  }

  /** Whoever reads an external name sees no policy for traffic that it does not have. */
  @Override
  public void canonicalize(ObjectNode object) {
    if (!needsClusterIp(Service.of(object))) {
      MutableService.of(object).spec().ensure().internalTrafficPolicy().remove();
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ServiceSpec spec = Service.of(object).spec();
    ServiceSpec before = Service.of(old).spec();
    ServiceChanges.validate(spec, before, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(object, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ViewList<LoadBalancerIngress> ingress = Service.of(object).status().loadBalancer().ingress();
    boolean balanced = Service.of(object).spec().type().text().equals(LOAD_BALANCER);
    if (!balanced && ingress.size() > 0) {
      errors.forbidden(ingress.at().path(), "may only be used when `spec.type` is 'LoadBalancer'");
      return;
    }
    for (LoadBalancerIngress one : ingress) {
      ingress(one, errors);
    }
  }

  private static void ingress(LoadBalancerIngress ingress, Errors errors) {
    String ip = ingress.ip().text();
    At mode = ingress.ipMode();
    if (!ip.isEmpty()) {
      IpAddress.validate(ip, ingress.ip().path(), errors);
      if (mode.absent()) {
        errors.required(mode.path(), "must be specified when `ip` is set");
      }
    } else if (mode.present()) {
      errors.forbidden(mode.path(), "may not be specified when `ip` is not set");
    }
    if (mode.present() && !ip.isEmpty() && !List.of("Proxy", "VIP").contains(mode.text())) {
      errors.unsupported(mode, List.of("Proxy", "VIP"));
    }
    String host = ingress.hostname().text();
    if (!host.isEmpty()) {
      Path at = ingress.hostname().path();
      Names.subdomain(host, false).forEach(f -> errors.invalidText(at, host, f));
      if (IpAddress.parse(host).isPresent()) {
        errors.invalidText(at, host, "must be a DNS name, not an IP address");
      }
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return ServiceWarnings.of(Service.of(object));
  }

  @Override
  public List<String> subresourceWarnings(String subresource, ObjectNode object, ObjectNode old) {
    List<String> out = new ArrayList<>();
    for (LoadBalancerIngress ingress : Service.of(object).status().loadBalancer().ingress()) {
      if (!ingress.ip().text().isEmpty()) {
        out.addAll(AddressWarnings.of(ingress.ip().path(), ingress.ip().text()));
      }
    }
    return out;
  }

  @Override
  public List<String> nameFaults(String name, boolean prefix) {
    return Names.label1035(name, prefix);
  }

  @Override
  public Map<String, String> selectableFields(ObjectNode object) {
    ServiceSpec spec = Service.of(object).spec();
    return Map.of("spec.clusterIP", spec.clusterIP().text(), "spec.type", spec.type().text());
  }

  @Override
  public List<String> selectableFieldNames() {
    return List.of("spec.clusterIP", "spec.type");
  }

  @Override
  public boolean returnsDeletedObject() {
    return true;
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
