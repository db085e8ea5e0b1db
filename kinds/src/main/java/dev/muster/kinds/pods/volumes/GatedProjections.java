package dev.muster.kinds.pods.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Projected sources whose feature gates (ClusterTrustBundleProjection, PodCertificateRequest) are
 * closed by default.
 */
final class GatedProjections {
  private static final List<String> GATED = List.of("clusterTrustBundle", "podCertificate");

  private GatedProjections() {}

  static void drop(ObjectNode podSpec, @Nullable ObjectNode oldSpec) {
    for (String field : GATED) {
      if (oldSpec == null || !uses(oldSpec, field)) {
        for (JsonNode volume : podSpec.path("volumes")) {
          for (JsonNode source : volume.path("projected").path("sources")) {
            if (source instanceof ObjectNode o) {
              o.remove(field);
            }
          }
        }
      }
    }
  }

  private static boolean uses(ObjectNode spec, String field) {
    for (JsonNode volume : spec.path("volumes")) {
      for (JsonNode source : volume.path("projected").path("sources")) {
        if (source.has(field)) {
          return true;
        }
      }
    }
    return false;
  }
}
