package dev.muster.kinds.endpoints;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.model.net.IpAddress;
import dev.muster.views.DiscoveryV1.Endpoint;
import dev.muster.views.DiscoveryV1.EndpointHints;
import dev.muster.views.DiscoveryV1.ForNode;
import dev.muster.views.DiscoveryV1.ForZone;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Who stands behind a slice. */
final class SliceEndpoints {
  private static final int MAX_ENDPOINTS = 1000;
  private static final int MAX_ADDRESSES = 100;
  private static final int MAX_TOPOLOGY = 16;
  private static final int MAX_HINTS = 8;

  private SliceEndpoints() {}

  static void validate(ViewList<Endpoint> endpoints, String type, Errors errors) {
    if (endpoints.size() > MAX_ENDPOINTS) {
      errors.tooMany(endpoints.at().path(), endpoints.size(), MAX_ENDPOINTS);
      return;
    }
    for (Endpoint endpoint : endpoints) {
      addresses(endpoint.addresses(), type, errors);
      At node = endpoint.nodeName();
      if (node.present()) {
        Names.subdomain(node.text(), false).forEach(fault -> errors.invalid(node, fault));
      }
      At topology = endpoint.deprecatedTopology();
      if (topology.size() > MAX_TOPOLOGY) {
        errors.tooMany(topology.path(), topology.size(), MAX_TOPOLOGY);
      }
      Labels.validate(topology, errors);
      At host = endpoint.hostname();
      if (host.present()) {
        Names.label(host.text(), false).forEach(fault -> errors.invalid(host, fault));
      }
      EndpointHints hints = endpoint.hints();
      if (hints(hints.forZones(), ForZone::name, Labels::value, errors)) {
        hints(hints.forNodes(), ForNode::name, name -> Names.subdomain(name, false), errors);
      }
    }
  }

  private static void addresses(At addresses, String type, Errors errors) {
    if (addresses.size() == 0) {
      errors.required(addresses.path(), "must contain at least 1 address");
    } else if (addresses.size() > MAX_ADDRESSES) {
      errors.tooMany(addresses.path(), addresses.size(), MAX_ADDRESSES);
    }
    for (At address : addresses.each()) {
      switch (type) {
        case "IPv4" -> {
          int before = errors.size();
          IpAddress.validate(address.text(), address.path(), errors);
          if (errors.size() == before) {
            family(address, addresses, type, errors);
          }
        }
        case "IPv6" -> {
          List<String> faults = IpAddress.canonicalFaults(address.text());
          faults.forEach(fault -> errors.invalid(address, fault));
          if (faults.isEmpty()) {
            family(address, addresses, type, errors);
          }
        }
        case "FQDN" -> domain(address, errors);
        default -> {
          // found fault with already
        }
      }
    }
  }

  private static void family(At address, At addresses, String type, Errors errors) {
    boolean four = IpAddress.parse(address.text()).map(IpAddress::isV4).orElse(false);
    if (four != type.equals("IPv4")) {
      errors.invalidText(addresses.path(), address.text(), "must be an " + type + " address");
    }
    IpAddress.validateNonSpecial(address.text(), address.path(), errors);
  }

  private static void domain(At address, Errors errors) {
    String text = address.text();
    if (text.isEmpty()) {
      errors.required(address.path(), "");
      return;
    }
    String bare = text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
    List<String> faults = Names.subdomain(bare, false);
    if (!faults.isEmpty()) {
      errors.invalidText(address.path(), bare, String.join(",", faults));
      return;
    }
    if (bare.indexOf('.') < 0) {
      errors.invalidText(
          address.path(), bare, "should be a domain with at least two segments separated by dots");
      return;
    }
    for (String label : bare.split("\\.", -1)) {
      Names.label(label, false).forEach(fault -> errors.invalidText(address.path(), label, fault));
    }
  }

  /** False when there are too many: then nothing else is said of the hints. */
  private static <V> boolean hints(
      ViewList<V> hints,
      Function<V, At> named,
      Function<String, List<String>> nameFaults,
      Errors errors) {
    if (hints.size() > MAX_HINTS) {
      errors.tooMany(hints.at().path(), hints.size(), MAX_HINTS);
      return false;
    }
    Set<String> names = new HashSet<>();
    for (V hint : hints) {
      At name = named.apply(hint);
      if (!names.add(name.text())) {
        errors.duplicate(name.path(), GoText.quote(name.text()));
      }
      nameFaults
          .apply(name.text())
          .forEach(fault -> errors.invalidText(name.path(), name.text(), fault));
    }
    return true;
  }
}
