package dev.muster.kinds.pods.security;

import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.WindowsSecurityContextOptions;
import java.util.Optional;

/** Windows containers that run as the host's processes: all of a pod's, or none. */
final class HostProcess {
  private HostProcess() {}

  static void validate(PodSpec spec, Errors errors) {
    Optional<Boolean> ofPod = flag(spec.securityContext().windowsOptions());
    int all = 0;
    int onHost = 0;
    for (Container container : VisitedContainers.of(spec)) {
      all++;
      Optional<Boolean> own = flag(container.securityContext().windowsOptions());
      if (own.isPresent() && ofPod.isPresent() && !own.equals(ofPod)) {
        errors.invalid(
            container.securityContext().windowsOptions().hostProcess(),
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
          spec.at().path(),
          "",
          "If pod contains any hostProcess containers then all containers must be HostProcess containers");
    }
    if (!spec.hostNetwork().truth()) {
      errors.invalid(
          spec.hostNetwork().path(),
          "false",
          "hostNetwork must be true if pod contains any hostProcess containers");
    }
  }

  /** For a server that allows no such containers at all. */
  static void forbid(PodSpec spec, Errors errors) {
    Optional<Boolean> ofPod = flag(spec.securityContext().windowsOptions());
    if (VisitedContainers.of(spec).stream()
        .anyMatch(c -> flag(c.securityContext().windowsOptions()).or(() -> ofPod).orElse(false))) {
      errors.forbidden(spec.at().path(), "hostProcess containers are disallowed by cluster policy");
    }
  }

  private static Optional<Boolean> flag(WindowsSecurityContextOptions options) {
    return options.hostProcess().optionalTruth();
  }
}
