package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.CoreV1.VolumeProjection;
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
    for (Volume volume : Pod.of(pod).spec().volumes()) {
      add(secrets, volume.secret().secretName());
      add(configMaps, volume.configMap().name());
      for (VolumeProjection source : volume.projected().sources()) {
        add(secrets, source.secret().name());
        add(configMaps, source.configMap().name());
      }
    }
    return new VolumeReferences(secrets, configMaps);
  }

  private static void add(Set<String> names, At name) {
    if (name.present()) {
      names.add(name.text());
    }
  }
}
