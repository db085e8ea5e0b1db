package dev.muster.apiserver.handlers;

import dev.muster.model.scheme.Kind;
import java.util.Map;
import java.util.Optional;

/** Kinds that are on their way out: whoever asks for them is told, whatever they ask. */
final class Deprecations {
  /** Behind the version and the kind. */
  private static final Map<String, String> WARNINGS =
      Map.of(
          "v1 ComponentStatus",
          " is deprecated in v1.19+",
          "v1 Endpoints",
          " is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice",
          "admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicy",
          " is deprecated in v1.35+, unavailable in v1.38+",
          "admissionregistration.k8s.io/v1alpha1 MutatingAdmissionPolicyBinding",
          " is deprecated in v1.35+, unavailable in v1.38+");

  private Deprecations() {}

  static Optional<String> of(Kind kind) {
    String name = kind.apiVersion() + " " + kind.kind();
    return Optional.ofNullable(WARNINGS.get(name)).map(warning -> name + warning);
  }
}
