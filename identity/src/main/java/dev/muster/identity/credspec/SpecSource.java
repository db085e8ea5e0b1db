package dev.muster.identity.credspec;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Where a container's credential spec comes from: what it names itself, or else what its pod names.
 */
public sealed interface SpecSource {
  /** The annotations by which a pod names a config map. */
  List<String> ANNOTATIONS =
      List.of(
          "pod.alpha.kubernetes.io/windows-gmsa-config-map",
          "pod.beta.kubernetes.io/windows-gmsa-config-map");

  /** It has none. */
  record None() implements SpecSource {}

  /** A config map of the pod's namespace, under {@link CredentialSpec#KEY}. */
  record ConfigMap(String name) implements SpecSource {}

  /** The pod holds it. */
  record Contents(String text) implements SpecSource {}

  /** The pod names a GMSACredentialSpec, and nobody has filled in its contents. */
  record Unfilled(String name) implements SpecSource {}

  /** Where a container's spec comes from: its own options, then the pod's. */
  static SpecSource of(JsonNode pod, JsonNode container) {
    SpecSource own = in(container.path("securityContext"));
    if (!(own instanceof None)) {
      return own;
    }
    for (String annotation : ANNOTATIONS) {
      String name = pod.path("metadata").path("annotations").path(annotation).asText();
      if (!name.isEmpty()) {
        return new ConfigMap(name);
      }
    }
    return in(pod.path("spec").path("securityContext"));
  }

  /** The config maps that a pod's containers run under. */
  static Set<String> configMaps(JsonNode pod) {
    Set<String> names = new LinkedHashSet<>();
    for (String list : List.of("initContainers", "containers", "ephemeralContainers")) {
      for (JsonNode container : pod.path("spec").path(list)) {
        if (of(pod, container) instanceof ConfigMap map) {
          names.add(map.name());
        }
      }
    }
    return names;
  }

  private static SpecSource in(JsonNode context) {
    String config = context.path("windows").path("credentialSpecConfig").asText();
    if (!config.isEmpty()) {
      return new ConfigMap(config);
    }
    JsonNode options = context.path("windowsOptions");
    String contents = options.path("gmsaCredentialSpec").asText();
    if (!contents.isEmpty()) {
      return new Contents(contents);
    }
    String name = options.path("gmsaCredentialSpecName").asText();
    return name.isEmpty() ? new None() : new Unfilled(name);
  }
}
