package dev.muster.kinds.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
import dev.muster.views.DiscoveryV1.Endpoint;
import dev.muster.views.DiscoveryV1.EndpointPort;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import dev.muster.views.DiscoveryV1.MutableEndpoint;
import dev.muster.views.DiscoveryV1.MutableEndpointPort;
import dev.muster.views.DiscoveryV1.MutableEndpointSlice;
import dev.muster.views.ViewList;
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
    for (MutableEndpointPort port : MutableEndpointSlice.of(object).ports().each()) {
      if (!port.name().present()) {
        port.name("");
      }
      port.protocol().setIfAbsent("TCP");
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    Generations.start(object);
    dropTopology(MutableEndpointSlice.of(object), null);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    boolean relabelled =
        !EndpointSlice.of(object)
            .metadata()
            .labels()
            .node()
            .equals(EndpointSlice.of(old).metadata().labels().node());
    boolean changed = COUNTED.stream().anyMatch(f -> !object.path(f).equals(old.path(f)));
    Generations.set(object, old, relabelled || changed);
    dropTopology(MutableEndpointSlice.of(object), old);
  }

  /** A node that was told as a label before v1 becomes the node's name; other labels go. */
  private static void dropTopology(MutableEndpointSlice object, @Nullable ObjectNode old) {
    if (old != null
        && object.endpoints().node().equals(EndpointSlice.of(old).endpoints().at().node())) {
      return;
    }
    Set<String> nodes = new HashSet<>();
    if (old != null) {
      MutableEndpointSlice.of(old).endpoints().each().forEach(e -> nodes.add(nodeLabel(e)));
    }
    for (MutableEndpoint endpoint : object.endpoints().each()) {
      String node = nodeLabel(endpoint);
      if (!endpoint.nodeName().present()
          && !node.isEmpty()
          && nodes.contains(node)
          && Names.subdomain(node, false).isEmpty()) {
        endpoint.nodeName(node);
      }
      endpoint.deprecatedTopology().remove();
    }
  }

  private static String nodeLabel(MutableEndpoint endpoint) {
    return endpoint.reading().deprecatedTopology().get("kubernetes.io/hostname").text();
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, true, errors);
  }

  private static void validate(ObjectNode object, boolean endpoints, Errors errors) {
    EndpointSlice slice = EndpointSlice.of(object);
    At type = slice.addressType();
    if (type.text().isEmpty()) {
      errors.required(type.path(), "");
    } else {
      References.validateOneOf(type, TYPES, errors);
    }
    ports(slice.ports(), errors);
    if (endpoints) {
      SliceEndpoints.validate(slice.endpoints(), type.text(), errors);
    }
  }

  private static void ports(ViewList<EndpointPort> ports, Errors errors) {
    if (ports.size() > MAX_PORTS) {
      errors.tooMany(ports.at().path(), ports.size(), MAX_PORTS);
      return;
    }
    Set<String> names = new HashSet<>();
    for (EndpointPort port : ports) {
      At name = port.name();
      if (!name.text().isEmpty()) {
        Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
      }
      if (!names.add(name.text())) {
        errors.duplicate(name);
      }
      Ports.validateProtocol(port.protocol(), errors);
      At app = port.appProtocol();
      if (app.present()) {
        Labels.validateKey(app.text(), app.path(), errors);
      }
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    validate(
        object,
        !EndpointSlice.of(object)
            .endpoints()
            .at()
            .node()
            .equals(EndpointSlice.of(old).endpoints().at().node()),
        errors);
    ObjectMetas.validateImmutable(
        EndpointSlice.of(object).addressType(), EndpointSlice.of(old).addressType(), errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    String type = EndpointSlice.of(object).addressType().text();
    if (old == null && type.equals("FQDN")) {
      out.add("spec.addressType: FQDN endpoints are deprecated");
    }
    At labels = EndpointSlice.of(object).metadata().labels();
    if (!CONTROLLERS.contains(labels.text("endpointslice.kubernetes.io/managed-by"))) {
      for (Endpoint endpoint : EndpointSlice.of(object).endpoints()) {
        for (At address : endpoint.addresses().each()) {
          out.addAll(AddressWarnings.of(address.path(), address.text()));
        }
      }
    }
    return out;
  }
}
