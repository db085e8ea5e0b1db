package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.net.AddressWarnings;
import dev.muster.model.net.IpAddress;
import dev.muster.model.net.Ports;
import dev.muster.model.scheme.Strategy;
import dev.muster.views.CoreV1.EndpointAddress;
import dev.muster.views.CoreV1.EndpointPort;
import dev.muster.views.CoreV1.EndpointSubset;
import dev.muster.views.CoreV1.Endpoints;
import dev.muster.views.CoreV1.MutableEndpointPort;
import dev.muster.views.ViewList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Endpoints of services. */
public final class EndpointsStrategy implements Strategy {

  @Override
  public void applyDefaults(ObjectNode object) {
    for (EndpointSubset subset : Endpoints.of(object).subsets()) {
      for (EndpointPort port : subset.ports()) {
        if (port.tree() instanceof ObjectNode p && EndpointPort.of(p).protocol().text().isEmpty()) {
          MutableEndpointPort.of(p).protocol("TCP");
        }
      }
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    for (EndpointSubset subset : Endpoints.of(object).subsets()) {
      ViewList<EndpointAddress> ready = subset.addresses();
      ViewList<EndpointAddress> other = subset.notReadyAddresses();
      if (ready.size() + other.size() == 0) {
        errors.required(subset.at().path(), "must specify `addresses` or `notReadyAddresses`");
      }
      ready.forEach(a -> address(a, errors));
      other.forEach(a -> address(a, errors));
      ViewList<EndpointPort> ports = subset.ports();
      ports.forEach(p -> port(p, ports.size() > 1, errors));
    }
  }

  private static void address(EndpointAddress address, Errors errors) {
    At ip = address.ip();
    IpAddress.validate(ip.text(), ip.path(), errors);
    At host = address.hostname();
    if (!host.text().isEmpty()) {
      Names.label(host.text(), false).forEach(f -> errors.invalid(host, f));
    }
    At node = address.nodeName();
    if (node.present()) {
      Names.subdomain(node.text(), false).forEach(f -> errors.invalid(node, f));
    }
    IpAddress.validateNonSpecial(ip.text(), ip.path(), errors);
  }

  private static void port(EndpointPort port, boolean named, Errors errors) {
    At name = port.name();
    if (!name.text().isEmpty()) {
      Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
    } else if (named) {
      errors.required(name.path(), "");
    }
    Ports.validateNumber(port.port(), errors);
    Ports.validateProtocol(port.protocol(), errors);
    At app = port.appProtocol();
    if (app.present()) {
      Labels.validateKey(app.text(), app.path(), errors);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    if (!Endpoints.of(object)
        .subsets()
        .at()
        .node()
        .equals(Endpoints.of(old).subsets().at().node())) {
      validate(object, errors);
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    Endpoints endpoints = Endpoints.of(object);
    String manager = endpoints.metadata().labels().text("endpoints.kubernetes.io/managed-by");
    if (manager.equals("endpoint-controller")) {
      return out;
    }
    for (EndpointSubset subset : endpoints.subsets()) {
      for (String list : List.of("addresses", "notReadyAddresses")) {
        for (At address : subset.at().get(list).each()) {
          out.addAll(AddressWarnings.of(address.get("ip").path(), address.text("ip")));
        }
      }
    }
    return out;
  }

  @Override
  public boolean createsOnUpdate() {
    return true;
  }
}
