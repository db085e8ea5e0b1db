package dev.muster.kinds.core;

import dev.muster.model.field.At;
import dev.muster.model.net.AddressWarnings;
import dev.muster.model.net.Cidr;
import java.util.ArrayList;
import java.util.List;

/** What the writer of a service should know. */
final class ServiceWarnings {
  private static final String OLD_HINTS = "service.kubernetes.io/topology-aware-hints";

  private ServiceWarnings() {}

  static List<String> of(At service) {
    List<String> out = new ArrayList<>();
    At spec = service.get("spec");
    boolean external = spec.text("type").equals("ExternalName");
    boolean headless =
        spec.text("type").equals("ClusterIP") && spec.text("clusterIP").equals("None");
    if (service.get("metadata", "annotations").has(OLD_HINTS)) {
      out.add(
          "annotation %s is deprecated, please use service.kubernetes.io/topology-mode instead"
              .formatted(OLD_HINTS));
    }
    if (!spec.text("clusterIP").isEmpty() && !spec.text("clusterIP").equals("None")) {
      addresses(spec.get("clusterIPs"), out);
    }
    if (headless) {
      headless(spec, out);
    }
    addresses(spec.get("externalIPs"), out);
    if (!spec.text("loadBalancerIP").isEmpty()) {
      out.addAll(
          AddressWarnings.of(spec.get("loadBalancerIP").path(), spec.text("loadBalancerIP")));
    }
    for (At range : spec.get("loadBalancerSourceRanges").each()) {
      out.addAll(Cidr.warnings(range.path(), range.text()));
    }
    if (external && spec.get("externalIPs").size() > 0) {
      out.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    }
    if (!external && !spec.text("externalName").isEmpty()) {
      out.add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    }
    if (spec.text("trafficDistribution").equals("PreferClose")) {
      out.add("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
    }
    return out;
  }

  private static void headless(At spec, List<String> out) {
    if (!spec.text("loadBalancerIP").isEmpty()) {
      out.add("spec.loadBalancerIP is ignored for headless services");
    }
    if (spec.get("externalIPs").size() > 0) {
      out.add("spec.externalIPs is ignored for headless services");
    }
    if (!spec.text("sessionAffinity").equals("None")) {
      out.add("spec.SessionAffinity is ignored for headless services");
    }
  }

  private static void addresses(At list, List<String> out) {
    list.each().forEach(ip -> out.addAll(AddressWarnings.of(ip.path(), ip.text())));
  }
}
