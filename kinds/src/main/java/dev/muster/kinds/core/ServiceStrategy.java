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
  public static boolean needsClusterIp(ObjectNode service) {
    return ADDRESSED.contains(service.path("spec").path("type").asText());
  }

  /** Whether a load balancer has to ask nodes if they have pods of the service. */
  public static boolean needsHealthCheck(JsonNode spec) {
    return ServiceRules.needsHealthCheck(At.root(spec));
  }

  /** Checks cluster addresses and the families that they belong to. */
  public static void validateAddresses(ObjectNode service, Errors errors) {
    ServiceAddressRules.validate(At.root(service).get("spec"), errors);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    setIfEmpty(spec, "sessionAffinity", "None");
    switch (spec.path("sessionAffinity").asText()) {
      case "None" -> spec.remove("sessionAffinityConfig");
      case "ClientIP" -> {
        ObjectNode client = spec.withObject("sessionAffinityConfig").withObject("clientIP");
        if (!client.has("timeoutSeconds")) {
          client.put("timeoutSeconds", AFFINITY_SECONDS);
        }
      }
      default -> {
        // found fault with later
      }
    }
    setIfEmpty(spec, "type", CLUSTER_IP);
    spec.path("ports").forEach(port -> portDefaults((ObjectNode) port));
    String type = spec.path("type").asText();
    if (ServiceRules.externallyAccessible(At.root(spec))) {
      setIfEmpty(spec, "externalTrafficPolicy", "Cluster");
    }
    if (ADDRESSED.contains(type) && !spec.has("internalTrafficPolicy")) {
      spec.put("internalTrafficPolicy", "Cluster");
    }
    if (type.equals(LOAD_BALANCER)) {
      if (!spec.has("allocateLoadBalancerNodePorts")) {
        spec.put("allocateLoadBalancerNodePorts", true);
      }
      for (JsonNode ingress : object.path("status").path("loadBalancer").path("ingress")) {
        if (ingress instanceof ObjectNode i && i.has("ip") && !i.has("ipMode")) {
          i.put("ipMode", "VIP");
        }
      }
    }
  }

  private static void portDefaults(ObjectNode port) {
    setIfEmpty(port, "protocol", "TCP");
    JsonNode target = port.path("targetPort");
    if (target.isMissingNode()
        || target.isNull()
        || (target.isNumber() && target.asLong() == 0)
        || (target.isTextual() && target.textValue().isEmpty())) {
      port.put("targetPort", port.path("port").asLong());
    }
  }

  private static void setIfEmpty(ObjectNode struct, String field, String value) {
    if (struct.path(field).asText().isEmpty()) {
      struct.put(field, value);
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    object.putObject("status").putObject("loadBalancer");
    ObjectNode spec = object.withObject("spec");
    if (spec.has("clusterIP") && !spec.has("clusterIPs")) {
      spec.putArray("clusterIPs").add(spec.get("clusterIP").asText());
    }
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    StatusOnly.keepStatus(object, old);
    ServiceCarryOver.apply(object.withObject("spec"), old.withObject("spec"));
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    ServiceRules.validate(At.root(object), errors);
  }

  /** Whoever reads an external name sees no policy for traffic that it does not have. */
  @Override
  public void canonicalize(ObjectNode object) {
    if (!needsClusterIp(object)) {
      object.withObject("spec").remove("internalTrafficPolicy");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At spec = At.root(object).get("spec");
    At before = At.root(old).get("spec");
    ServiceChanges.validate(spec, before, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(object, errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At ingress = At.root(object).get("status", "loadBalancer", "ingress");
    boolean balanced = object.path("spec").path("type").asText().equals(LOAD_BALANCER);
    if (!balanced && ingress.size() > 0) {
      errors.forbidden(ingress.path(), "may only be used when `spec.type` is 'LoadBalancer'");
      return;
    }
    for (At one : ingress.each()) {
      ingress(one, errors);
    }
  }

  private static void ingress(At ingress, Errors errors) {
    String ip = ingress.text("ip");
    At mode = ingress.get("ipMode");
    if (!ip.isEmpty()) {
      IpAddress.validate(ip, ingress.path().child("ip"), errors);
      if (mode.absent()) {
        errors.required(mode.path(), "must be specified when `ip` is set");
      }
    } else if (mode.present()) {
      errors.forbidden(mode.path(), "may not be specified when `ip` is not set");
    }
    if (mode.present() && !ip.isEmpty() && !List.of("Proxy", "VIP").contains(mode.text())) {
      errors.unsupported(mode, List.of("Proxy", "VIP"));
    }
    String host = ingress.text("hostname");
    if (!host.isEmpty()) {
      Path at = ingress.path().child("hostname");
      Names.subdomain(host, false).forEach(f -> errors.invalidText(at, host, f));
      if (IpAddress.parse(host).isPresent()) {
        errors.invalidText(at, host, "must be a DNS name, not an IP address");
      }
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return ServiceWarnings.of(At.root(object));
  }

  @Override
  public List<String> subresourceWarnings(String subresource, ObjectNode object, ObjectNode old) {
    List<String> out = new ArrayList<>();
    for (At ingress : At.root(object).get("status", "loadBalancer", "ingress").each()) {
      if (!ingress.text("ip").isEmpty()) {
        out.addAll(AddressWarnings.of(ingress.path().child("ip"), ingress.text("ip")));
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
    JsonNode spec = object.path("spec");
    return Map.of(
        "spec.clusterIP", spec.path("clusterIP").asText(), "spec.type", spec.path("type").asText());
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
