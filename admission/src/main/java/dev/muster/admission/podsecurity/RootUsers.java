package dev.muster.admission.podsecurity;

import dev.muster.model.field.At;
import java.util.List;
import java.util.Optional;

/** Checks that nobody runs as root. */
final class RootUsers {
  private static final String REASON = "runAsNonRoot != true";

  private RootUsers() {}

  static Optional<Violation> nonRoot(CheckedPod pod) {
    Optional<Boolean> ofPod = pod.context().runAsNonRoot().optionalTruth();
    boolean podSaysNo = ofPod.isPresent() && !ofPod.get();
    List<String> sayNo = pod.containersWith(c -> !c.runAsNonRoot().optionalTruth().orElse(true));
    if (podSaysNo || !sayNo.isEmpty()) {
      return Optional.of(
          new Violation(
              REASON,
              Words.setters(podSaysNo, sayNo)
                  + " must not set securityContext.runAsNonRoot=false"));
    }
    List<String> silent = pod.containersWith(c -> !c.runAsNonRoot().present());
    return ofPod.isPresent() || silent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                REASON,
                "pod or "
                    + Words.containers(silent)
                    + " must set securityContext.runAsNonRoot=true"));
  }

  static Optional<Violation> userZero(CheckedPod pod) {
    boolean ofPod = isRoot(pod.context().runAsUser());
    List<String> containers = pod.containersWith(c -> isRoot(c.runAsUser()));
    return !ofPod && containers.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "runAsUser=0", Words.setters(ofPod, containers) + " must not set runAsUser=0"));
  }

  private static boolean isRoot(At user) {
    return user.present() && user.number() == 0;
  }
}
