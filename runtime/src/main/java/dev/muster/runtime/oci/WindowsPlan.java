package dev.muster.runtime.oci;

import dev.muster.cri.v1.ContainerConfig;
import dev.muster.runtime.images.ImageConfig;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything a Windows container's specification is made of.
 *
 * @param layers digests of the image's layers, the lowest first
 */
public record WindowsPlan(
    String id,
    ContainerConfig config,
    String hostname,
    ImageConfig image,
    List<String> layers,
    Map<String, String> annotations) {
  public WindowsPlan {
    layers = List.copyOf(layers);
    annotations = Collections.unmodifiableMap(new HashMap<>(annotations));
  }
}
