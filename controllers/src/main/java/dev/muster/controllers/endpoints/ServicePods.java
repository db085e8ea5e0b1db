package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Service;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a Service says about its pods. */
final class ServicePods {
  private ServicePods() {}

  /** Whether pods are chosen by the cluster, not by hand or by another name. */
  static boolean selects(Service service) {
    return service.spec().selector().present()
        && !service.spec().type().text().equals("ExternalName");
  }

  static boolean matches(Service service, At podLabels) {
    return service
        .spec()
        .selector()
        .node()
        .propertyStream()
        .allMatch(each -> each.getValue().equals(podLabels.get(each.getKey()).node()));
  }

  static boolean headless(Service service) {
    String address = service.spec().clusterIP().text();
    return address.isEmpty() || address.equals("None");
  }

  static boolean publishesUnready(Service service) {
    return service.spec().publishNotReadyAddresses().truth();
  }

  /** Whether the pod has an address and a use for it. */
  static boolean has(ObservedPod pod, boolean alsoDeleted) {
    return !pod.terminal() && !addresses(pod).isEmpty() && (alsoDeleted || !pod.deleted());
  }

  /** Whether the pod has a name of its own below the Service's. */
  static boolean named(JsonNode service, ObservedPod pod) {
    return !pod.spec().hostname().text().isEmpty()
        && pod.spec().subdomain().text().equals(Meta.name(service));
  }

  static List<String> addresses(ObservedPod pod) {
    return pod.status().podIPs().stream()
        .map(each -> each.ip().text())
        .filter(ip -> !ip.isEmpty())
        .toList();
  }

  static List<String> addresses(ObservedPod pod, String family) {
    return addresses(pod).stream().filter(ip -> family(ip).equals(family)).toList();
  }

  private static String family(String ip) {
    return ip.contains(":") ? "IPv6" : "IPv4";
  }

  /** IPv4 and IPv6, as far as the Service has them. */
  static Set<String> families(Service service) {
    Set<String> families = new TreeSet<>();
    service.spec().ipFamilies().node().forEach(each -> families.add(each.asText()));
    if (families.isEmpty() && !headless(service)) {
      families.add(family(service.spec().clusterIP().text()));
    }
    return families.isEmpty() ? new TreeSet<>(Set.of("IPv4", "IPv6")) : families;
  }

  static String firstFamily(Service service) {
    JsonNode first = service.spec().ipFamilies().node().path(0);
    return first.isTextual() ? first.textValue() : families(service).iterator().next();
  }
}
