package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What a Service says about its pods. */
final class ServicePods {
  private ServicePods() {}

  /** Whether pods are chosen by the cluster, not by hand or by another name. */
  static boolean selects(JsonNode service) {
    return service.path("spec").hasNonNull("selector")
        && !service.path("spec").path("type").asText().equals("ExternalName");
  }

  static boolean matches(JsonNode service, JsonNode podLabels) {
    return service
        .path("spec")
        .path("selector")
        .propertyStream()
        .allMatch(each -> each.getValue().equals(podLabels.path(each.getKey())));
  }

  static boolean headless(JsonNode service) {
    String address = service.path("spec").path("clusterIP").asText("");
    return address.isEmpty() || address.equals("None");
  }

  static boolean publishesUnready(JsonNode service) {
    return service.path("spec").path("publishNotReadyAddresses").asBoolean(false);
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
  static Set<String> families(JsonNode service) {
    Set<String> families = new TreeSet<>();
    service.path("spec").path("ipFamilies").forEach(each -> families.add(each.asText()));
    if (families.isEmpty() && !headless(service)) {
      families.add(family(service.path("spec").path("clusterIP").asText()));
    }
    return families.isEmpty() ? new TreeSet<>(Set.of("IPv4", "IPv6")) : families;
  }

  static String firstFamily(JsonNode service) {
    JsonNode first = service.path("spec").path("ipFamilies").path(0);
    return first.isTextual() ? first.textValue() : families(service).iterator().next();
  }
}
