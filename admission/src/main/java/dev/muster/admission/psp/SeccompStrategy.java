package dev.muster.admission.psp;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Seccomp profiles, which policies name in annotations.
 *
 * @param usual the profile of pods that name none; may be empty
 * @param allowed as the annotation lists them, for messages
 */
record SeccompStrategy(String usual, String allowed, Set<String> profiles, boolean any)
    implements PodRule, ContainerRule {
  private static final String PREFIX = "seccomp.security.alpha.kubernetes.io/";

  static SeccompStrategy of(At annotations) {
    String allowed = annotations.text(PREFIX + "allowedProfileNames");
    Set<String> profiles = new HashSet<>();
    boolean any = false;
    for (String profile :
        annotations.has(PREFIX + "allowedProfileNames")
            ? List.of(allowed.split(",", -1))
            : List.<String>of()) {
      if (profile.equals("*")) {
        any = true;
      } else {
        profiles.add(profile);
      }
    }
    // the two names of one profile
    if (profiles.contains("docker/default") || profiles.contains("runtime/default")) {
      profiles.addAll(List.of("docker/default", "runtime/default"));
    }
    return new SeccompStrategy(
        annotations.text(PREFIX + "defaultProfileName"), allowed, profiles, any);
  }

  @Override
  public void fill(PodDraft pod) {
    if (!usual.isEmpty() && SeccompNames.ofPod(pod).isEmpty()) {
      pod.annotate(SeccompNames.POD, usual);
    }
  }

  @Override
  public void check(PodDraft pod, Errors errors) {
    check(SeccompNames.ofPod(pod), SeccompNames.POD, errors);
  }

  @Override
  public void check(ContainerDraft container, Errors errors) {
    check(SeccompNames.of(container), SeccompNames.CONTAINER + container.name(), errors);
  }

  private void check(String profile, String key, Errors errors) {
    Path at = Path.of("pod", "metadata", "annotations").key(key);
    if (any || (profiles.isEmpty() ? profile.isEmpty() : profiles.contains(profile))) {
      return;
    }
    errors.forbidden(
        at,
        profiles.isEmpty()
            ? "seccomp may not be set"
            : profile + " is not an allowed seccomp profile. Valid values are " + allowed);
  }
}
