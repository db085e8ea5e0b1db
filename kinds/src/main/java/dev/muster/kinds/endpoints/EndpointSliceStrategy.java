package dev.muster.kinds.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.References;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.net.AddressWarnings;
import dev.muster.model.net.Ports;
import dev.muster.model.scheme.Strategy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Endpoint slices. */
public final class EndpointSliceStrategy implements Strategy {
  private static final List<String> TYPES = List.of("FQDN", "IPv4", "IPv6");
  private static final List<String> COUNTED = List.of("endpoints", "ports", "addressType");
  private static final List<String> CONTROLLERS =
      List.of("endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io");
  private static final int MAX_PORTS = 20_000;

  @Override
  public void applyDefaults(ObjectNode object) {
    for (ObjectNode port : Defaults.each(object, "ports")) {
      if (!port.has("name")) {
        port.put("name", "");
      }
      Defaults.absentText(port, "protocol", "TCP");
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    Generations.start(object);
    dropTopology(object, null);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    boolean relabelled =
        !object.path("metadata").path("labels").equals(old.path("metadata").path("labels"));
    boolean changed = COUNTED.stream().anyMatch(f -> !object.path(f).equals(old.path(f)));
    Generations.set(object, old, relabelled || changed);
    dropTopology(object, old);
  }

  /** A node that was told as a label before v1 becomes the node's name; other labels go. */
  private static void dropTopology(ObjectNode object, @Nullable ObjectNode old) {
    if (old != null && object.path("endpoints").equals(old.path("endpoints"))) {
      return;
    }
    Set<String> nodes = new HashSet<>();
    if (old != null) {
      Defaults.each(old, "endpoints").forEach(e -> nodes.add(nodeLabel(e)));
    }
    for (ObjectNode endpoint : Defaults.each(object, "endpoints")) {
      String node = nodeLabel(endpoint);
      if (!endpoint.has("nodeName")
          && !node.isEmpty()
          && nodes.contains(node)
          && Names.subdomain(node, false).isEmpty()) {
        endpoint.put("nodeName", node);
      }
      endpoint.remove("deprecatedTopology");
    }
  }

  private static String nodeLabel(ObjectNode endpoint) {
    return endpoint.path("deprecatedTopology").path("kubernetes.io/hostname").asText();
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, true, errors);
  }

  private static void validate(ObjectNode object, boolean endpoints, Errors errors) {
    At slice = At.root(object);
    At type = slice.get("addressType");
    if (type.text().isEmpty()) {
      errors.required(type.path(), "");
    } else {
      References.validateOneOf(type, TYPES, errors);
    }
    ports(slice.get("ports"), errors);
    if (endpoints) {
      SliceEndpoints.validate(slice.get("endpoints"), type.text(), errors);
    }
  }

  private static void ports(At ports, Errors errors) {
    if (ports.size() > MAX_PORTS) {
      errors.tooMany(ports.path(), ports.size(), MAX_PORTS);
      return;
    }
    Set<String> names = new HashSet<>();
    for (At port : ports.each()) {
      At name = port.get("name");
      if (!name.text().isEmpty()) {
        Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
      }
      if (!names.add(name.text())) {
        errors.duplicate(name);
      }
      Ports.validateProtocol(port.get("protocol"), errors);
      At app = port.get("appProtocol");
      if (app.present()) {
        Labels.validateKey(app.text(), app.path(), errors);
      }
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(object, !object.path("endpoints").equals(old.path("endpoints")), errors);
    ObjectMetas.validateImmutable(
        At.root(object).get("addressType"), At.root(old).get("addressType"), errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    String type = object.path("addressType").asText();
    if (old == null && type.equals("FQDN")) {
      out.add("spec.addressType: FQDN endpoints are deprecated");
    }
    At labels = At.root(object).get("metadata", "labels");
    if (!CONTROLLERS.contains(labels.text("endpointslice.kubernetes.io/managed-by"))) {
      for (At endpoint : At.root(object).get("endpoints").each()) {
        for (At address : endpoint.get("addresses").each()) {
          out.addAll(AddressWarnings.of(address.path(), address.text()));
        }
      }
    }
    return out;
  }
}
