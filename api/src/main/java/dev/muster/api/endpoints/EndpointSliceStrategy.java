package dev.muster.api.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.kinds.Labels;
import dev.muster.api.kinds.Names;
import dev.muster.api.kinds.Strategy;
import dev.muster.api.meta.Defaults;
import dev.muster.api.meta.Generations;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.References;
import dev.muster.api.net.IpAddress;
import dev.muster.api.net.Ports;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Endpoint slices. */
public final class EndpointSliceStrategy implements Strategy {
  private static final List<String> TYPES = List.of("FQDN", "IPv4", "IPv6");
  private static final int MAX_ENDPOINTS = 1000;
  private static final int MAX_ADDRESSES = 100;
  private static final int MAX_PORTS = 20_000;

  @Override
  public void applyDefaults(ObjectNode object) {
    for (ObjectNode port : Defaults.each(object, "ports")) {
      if (!port.has("name")) {
        port.put("name", "");
      }
      Defaults.text(port, "protocol", "TCP");
    }
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    Generations.start(object);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    boolean relabelled =
        !object.path("metadata").path("labels").equals(old.path("metadata").path("labels"));
    boolean changed =
        !object.path("endpoints").equals(old.path("endpoints"))
            || !object.path("ports").equals(old.path("ports"));
    Generations.set(object, old, relabelled || changed);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At slice = At.root(object);
    At type = slice.get("addressType");
    if (type.text().isEmpty()) {
      errors.required(type.path(), "");
    } else {
      References.validateOneOf(type, TYPES, errors);
    }
    endpoints(slice.get("endpoints"), type.text(), errors);
    ports(slice.get("ports"), errors);
  }

  private static void endpoints(At endpoints, String type, Errors errors) {
    if (endpoints.size() > MAX_ENDPOINTS) {
      errors.tooMany(endpoints.path(), endpoints.size(), MAX_ENDPOINTS);
      return;
    }
    for (At endpoint : endpoints.each()) {
      At addresses = endpoint.get("addresses");
      if (addresses.size() == 0) {
        errors.required(addresses.path(), "must contain at least 1 address");
      } else if (addresses.size() > MAX_ADDRESSES) {
        errors.tooMany(addresses.path(), addresses.size(), MAX_ADDRESSES);
      }
      addresses.each().forEach(a -> address(a, type, errors));
      At node = endpoint.get("nodeName");
      if (node.present()) {
        Names.subdomain(node.text(), false).forEach(f -> errors.invalid(node, f));
      }
      At host = endpoint.get("hostname");
      if (host.present()) {
        Names.label(host.text(), false).forEach(f -> errors.invalid(host, f));
      }
    }
  }

  private static void address(At address, String type, Errors errors) {
    String text = address.text();
    switch (type) {
      case "IPv4", "IPv6" -> {
        boolean four = type.equals("IPv4");
        boolean right = IpAddress.parse(text).map(ip -> ip.isV4() == four).orElse(false);
        if (!right) {
          errors.invalid(address, "must be a valid " + type + " address");
        }
        IpAddress.validateNonSpecial(text, address.path(), errors);
      }
      case "FQDN" -> {
        if (text.isEmpty()) {
          errors.required(address.path(), "");
        } else {
          String bare = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
          Names.subdomain(bare, false).forEach(f -> errors.invalid(address, f));
          if (bare.indexOf('.') < 0) {
            errors.invalid(
                address, "should be a domain with at least two segments separated by dots");
          }
        }
      }
      default -> {
        // found fault with already
      }
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
    validate(object, errors);
    ObjectMetas.validateImmutable(
        At.root(object).get("addressType"), At.root(old).get("addressType"), errors);
  }
}
