package dev.muster.kinds.core;

import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Endpoints of services. */
public final class EndpointsStrategy implements Strategy {

  @Override
  public void applyDefaults(ObjectNode object) {
    for (JsonNode subset : object.path("subsets")) {
      for (JsonNode port : subset.path("ports")) {
        if (port instanceof ObjectNode p && p.path("protocol").asText().isEmpty()) {
          p.put("protocol", "TCP");
        }
      }
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    for (At subset : At.root(object).get("subsets").each()) {
      At ready = subset.get("addresses");
      At other = subset.get("notReadyAddresses");
      if (ready.size() + other.size() == 0) {
        errors.required(subset.path(), "must specify `addresses` or `notReadyAddresses`");
      }
      ready.each().forEach(a -> address(a, errors));
      other.each().forEach(a -> address(a, errors));
      At ports = subset.get("ports");
      ports.each().forEach(p -> port(p, ports.size() > 1, errors));
    }
  }

  private static void address(At address, Errors errors) {
    At ip = address.get("ip");
    IpAddress.validate(ip.text(), ip.path(), errors);
    At host = address.get("hostname");
    if (!host.text().isEmpty()) {
      Names.label(host.text(), false).forEach(f -> errors.invalid(host, f));
    }
    At node = address.get("nodeName");
    if (node.present()) {
      Names.subdomain(node.text(), false).forEach(f -> errors.invalid(node, f));
    }
    IpAddress.validateNonSpecial(ip.text(), ip.path(), errors);
  }

  private static void port(At port, boolean named, Errors errors) {
    At name = port.get("name");
    if (!name.text().isEmpty()) {
      Names.label(name.text(), false).forEach(f -> errors.invalid(name, f));
    } else if (named) {
      errors.required(name.path(), "");
    }
    Ports.validateNumber(port.get("port"), errors);
    Ports.validateProtocol(port.get("protocol"), errors);
    At app = port.get("appProtocol");
    if (app.present()) {
      Labels.validateKey(app.text(), app.path(), errors);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    ObjectMetas.validate(true, this::nameFaults, object, errors);
    if (!object.path("subsets").equals(old.path("subsets"))) {
      validate(object, errors);
    }
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    At endpoints = At.root(object);
    String manager = endpoints.get("metadata", "labels").text("endpoints.kubernetes.io/managed-by");
    if (manager.equals("endpoint-controller")) {
      return out;
    }
    for (At subset : endpoints.get("subsets").each()) {
      for (String list : List.of("addresses", "notReadyAddresses")) {
        for (At address : subset.get(list).each()) {
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
