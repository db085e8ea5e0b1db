package dev.muster.authz.node;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The claims for devices that a pod uses, and that its node therefore reads. */
final class PodClaims {
  private PodClaims() {}

  /**
   * Those that it names, those that were made for it after the templates that it names, and the one
   * that was made for its extended resources.
   */
  static Set<String> of(JsonNode pod) {
    Map<String, String> made = new HashMap<>();
    for (JsonNode status : pod.path("status").path("resourceClaimStatuses")) {
      made.putIfAbsent(status.path("name").asText(), status.path("resourceClaimName").asText());
    }
    Set<String> names = new HashSet<>();
    for (JsonNode claim : pod.path("spec").path("resourceClaims")) {
      if (claim.has("resourceClaimName")) {
        names.add(claim.path("resourceClaimName").asText());
      } else if (claim.has("resourceClaimTemplateName")) {
        names.add(made.getOrDefault(claim.path("name").asText(), ""));
      }
    }
    names.add(
        pod.path("status").path("extendedResourceClaimStatus").path("resourceClaimName").asText());
    names.remove("");
    return names;
  }
}
