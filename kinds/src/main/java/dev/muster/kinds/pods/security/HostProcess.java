package dev.muster.kinds.pods.security;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.Optional;

/** Windows containers that run as the host's processes: all of a pod's, or none. */
final class HostProcess {
  private HostProcess() {}

  static void validate(At spec, Errors errors) {
    Optional<Boolean> ofPod = flag(spec);
    int all = 0;
    int onHost = 0;
    for (At container : VisitedContainers.of(spec)) {
      all++;
      Optional<Boolean> own = flag(container);
      if (own.isPresent() && ofPod.isPresent() && !own.equals(ofPod)) {
        errors.invalid(
            container.get("securityContext", "windowsOptions", "hostProcess"),
            "pod hostProcess value must be identical if both are specified, was " + ofPod.get());
      }
      if (own.or(() -> ofPod).orElse(false)) {
        onHost++;
      }
    }
    if (onHost == 0) {
      return;
    }
    if (onHost != all) {
      errors.invalidText(
          spec.path(),
          "",
          "If pod contains any hostProcess containers then all containers must be HostProcess containers");
    }
    if (!spec.get("hostNetwork").truth()) {
      errors.invalid(
          spec.path().child("hostNetwork"),
          "false",
          "hostNetwork must be true if pod contains any hostProcess containers");
    }
  }

  /** For a server that allows no such containers at all. */
  static void forbid(At spec, Errors errors) {
    Optional<Boolean> ofPod = flag(spec);
    if (VisitedContainers.of(spec).stream().anyMatch(c -> flag(c).or(() -> ofPod).orElse(false))) {
      errors.forbidden(spec.path(), "hostProcess containers are disallowed by cluster policy");
    }
  }

  private static Optional<Boolean> flag(At holder) {
    return holder.get("securityContext", "windowsOptions", "hostProcess").optionalTruth();
  }
}
