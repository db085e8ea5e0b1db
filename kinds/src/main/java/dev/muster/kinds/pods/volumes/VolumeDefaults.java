package dev.muster.kinds.pods.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a volume that leaves something open means. */
final class VolumeDefaults {
  private static final long FILE_MODE = 0644;
  private static final long TOKEN_SECONDS = 3600;

  private VolumeDefaults() {}

  static void apply(ObjectNode podSpec) {
    for (JsonNode volume : podSpec.path("volumes")) {
      if (volume instanceof ObjectNode o) {
        volume(o);
      }
    }
  }

  private static void volume(ObjectNode volume) {
    if (volume.size() == (volume.has("name") ? 1 : 0)) {
      volume.putObject("emptyDir");
    }
    for (String withMode : new String[] {"secret", "configMap", "downwardAPI", "projected"}) {
      if (volume.get(withMode) instanceof ObjectNode source) {
        number(source, "defaultMode", FILE_MODE);
        fieldRefs(source.path("items"));
      }
    }
    for (JsonNode source : volume.path("projected").path("sources")) {
      fieldRefs(source.path("downwardAPI").path("items"));
      if (source.get("serviceAccountToken") instanceof ObjectNode token) {
        number(token, "expirationSeconds", TOKEN_SECONDS);
      }
    }
    SourceDefaults.apply(volume);
    if (volume.path("ephemeral").path("volumeClaimTemplate").get("spec") instanceof ObjectNode s) {
      ClaimSpecs.applyDefaults(s);
    }
    if (volume.get("image") instanceof ObjectNode image && !image.has("pullPolicy")) {
      image.put(
          "pullPolicy", ImageVolumeReference.defaultPullPolicy(image.path("reference").asText()));
    }
  }

  private static void number(ObjectNode source, String field, long value) {
    if (!source.has(field)) {
      source.put(field, value);
    }
  }

  private static void fieldRefs(JsonNode items) {
    for (JsonNode item : items) {
      if (item.get("fieldRef") instanceof ObjectNode ref && !ref.has("apiVersion")) {
        ref.put("apiVersion", "v1");
      }
    }
  }
}
