package dev.muster.kinds.core;

import dev.muster.model.field.At;
import dev.muster.model.net.AddressWarnings;
import dev.muster.model.net.Cidr;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServiceSpec;
import java.util.ArrayList;
import java.util.List;

/** What the writer of a service should know. */
final class ServiceWarnings {
  private static final String OLD_HINTS = "service.kubernetes.io/topology-aware-hints";

  private ServiceWarnings() {}

  static List<String> of(Service service) {
    List<String> out = new ArrayList<>();
    ServiceSpec spec = service.spec();
    boolean external = spec.type().text().equals("ExternalName");
    boolean headless =
        spec.type().text().equals("ClusterIP") && spec.clusterIP().text().equals("None");
    if (service.metadata().annotations().has(OLD_HINTS)) {
      out.add(
          "annotation %s is deprecated, please use service.kubernetes.io/topology-mode instead"
              .formatted(OLD_HINTS));
    }
    if (!spec.clusterIP().text().isEmpty() && !spec.clusterIP().text().equals("None")) {
      addresses(spec.clusterIPs(), out);
    }
    if (headless) {
      headless(spec, out);
    }
    addresses(spec.externalIPs(), out);
    if (!spec.loadBalancerIP().text().isEmpty()) {
      out.addAll(AddressWarnings.of(spec.loadBalancerIP().path(), spec.loadBalancerIP().text()));
    }
    for (At range : spec.loadBalancerSourceRanges().each()) {
      out.addAll(Cidr.warnings(range.path(), range.text()));
    }
    if (external && spec.externalIPs().size() > 0) {
      out.add("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    }
    if (!external && !spec.externalName().text().isEmpty()) {
      out.add("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    }
    if (spec.trafficDistribution().text().equals("PreferClose")) {
      out.add("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
    }
    return out;
  }

  private static void headless(ServiceSpec spec, List<String> out) {
    if (!spec.loadBalancerIP().text().isEmpty()) {
      out.add("spec.loadBalancerIP is ignored for headless services");
    }
    if (spec.externalIPs().size() > 0) {
      out.add("spec.externalIPs is ignored for headless services");
    }
    if (!spec.sessionAffinity().text().equals("None")) {
      out.add("spec.SessionAffinity is ignored for headless services");
    }
  }

  private static void addresses(At list, List<String> out) {
    list.each().forEach(ip -> out.addAll(AddressWarnings.of(ip.path(), ip.text())));
  }
}
