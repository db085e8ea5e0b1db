package dev.muster.node.pods;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Why a pod goes.
 *
 * @param grace the seconds that its containers have to end
 * @param disrupted whether the node is the reason, and not the pod itself
 * @param annotations of the event about it
 */
public record Eviction(
    String message, long grace, boolean disrupted, Map<String, String> annotations) {
  public static final String REASON = "Evicted";

  public Eviction {
    annotations = Collections.unmodifiableMap(new LinkedHashMap<>(annotations));
  }
}
