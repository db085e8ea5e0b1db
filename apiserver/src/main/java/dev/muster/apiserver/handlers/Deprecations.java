package dev.muster.apiserver.handlers;

import dev.muster.model.scheme.Kind;
import java.util.Map;
import java.util.Optional;

/** Kinds that are on their way out: whoever asks for them is told, whatever they ask. */
final class Deprecations {
  /** All of them are in the core group. */
  private static final Map<String, String> WARNINGS =
      Map.of(
          "ComponentStatus",
          "v1 ComponentStatus is deprecated in v1.19+",
          "Endpoints",
          "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice");

  private Deprecations() {}

  static Optional<String> of(Kind kind) {
    return kind.group().isEmpty()
        ? Optional.ofNullable(WARNINGS.get(kind.kind()))
        : Optional.empty();
  }
}
