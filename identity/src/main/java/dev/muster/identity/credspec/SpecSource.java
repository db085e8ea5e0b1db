package dev.muster.identity.credspec;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.EphemeralContainer;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.WindowsSecurityContextOptions;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

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
    return of(Pod.of(pod), Container.of(container).securityContext().at());
  }

  private static SpecSource of(Pod pod, At container) {
    SpecSource own = in(container);
    if (!(own instanceof None)) {
      return own;
    }
    for (String annotation : ANNOTATIONS) {
      String name = pod.metadata().annotations().text(annotation);
      if (!name.isEmpty()) {
        return new ConfigMap(name);
      }
    }
    return in(pod.spec().securityContext().at());
  }

  /** The config maps that a pod's containers run under. */
  static Set<String> configMaps(JsonNode pod) {
    Set<String> names = new LinkedHashSet<>();
    Pod view = Pod.of(pod);
    PodSpec spec = view.spec();
    Stream.of(
            spec.initContainers().stream().map(Container::securityContext),
            spec.containers().stream().map(Container::securityContext),
            spec.ephemeralContainers().stream().map(EphemeralContainer::securityContext))
        .flatMap(contexts -> contexts)
        .forEach(
            context -> {
              if (of(view, context.at()) instanceof ConfigMap map) {
                names.add(map.name());
              }
            });
    return names;
  }

  /** Both kinds of security contexts have the same options for Windows. */
  private static SpecSource in(At context) {
    String config = context.get("windows").text("credentialSpecConfig");
    if (!config.isEmpty()) {
      return new ConfigMap(config);
    }
    WindowsSecurityContextOptions options =
        new WindowsSecurityContextOptions(context.get("windowsOptions"));
    String contents = options.gmsaCredentialSpec().text();
    if (!contents.isEmpty()) {
      return new Contents(contents);
    }
    String name = options.gmsaCredentialSpecName().text();
    return name.isEmpty() ? new None() : new Unfilled(name);
  }
}
