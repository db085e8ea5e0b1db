package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** The objects that a pod's volumes are made of: when one changes, the volumes are set up again. */
public record VolumeReferences(Set<String> secrets, Set<String> configMaps) {
  public VolumeReferences {
    secrets = Collections.unmodifiableSet(new HashSet<>(secrets));
    configMaps = Collections.unmodifiableSet(new HashSet<>(configMaps));
  }

  /** What this pod's volumes name. */
  public static VolumeReferences of(JsonNode pod) {
    Set<String> secrets = new LinkedHashSet<>();
    Set<String> configMaps = new LinkedHashSet<>();
    for (JsonNode volume : pod.path("spec").path("volumes")) {
      add(secrets, volume.path("secret").path("secretName"));
      add(configMaps, volume.path("configMap").path("name"));
      for (JsonNode source : volume.path("projected").path("sources")) {
        add(secrets, source.path("secret").path("name"));
        add(configMaps, source.path("configMap").path("name"));
      }
    }
    return new VolumeReferences(secrets, configMaps);
  }

  private static void add(Set<String> names, JsonNode name) {
    if (name.isTextual()) {
      names.add(name.asText());
    }
  }
}
