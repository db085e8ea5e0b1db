package dev.muster.admission.psp;

import dev.muster.views.CoreV1.MutableSeccompProfile;
import dev.muster.views.CoreV1.SeccompProfile;
import java.util.Optional;

/** Seccomp profiles by the names that annotations and policies use, and as fields. */
final class SeccompNames {
  static final String POD = "seccomp.security.alpha.kubernetes.io/pod";
  static final String CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";
  private static final String LOCALHOST = "localhost/";

  private SeccompNames() {}

  /** The profile of a pod, empty if it names none. */
  static String ofPod(PodDraft pod) {
    String annotation = pod.annotation(POD);
    return annotation.isEmpty() ? name(pod.context().seccompProfile()) : annotation;
  }

  /** The profile that counts for a container, empty if none is named. */
  static String of(ContainerDraft container) {
    SeccompProfile own = container.own().seccompProfile();
    PodDraft pod = container.pod();
    if (own.present()) {
      return name(own);
    }
    String key = CONTAINER + container.name();
    return pod.hasAnnotation(key) ? pod.annotation(key) : ofPod(pod);
  }

  private static String name(SeccompProfile profile) {
    return switch (profile.type().text()) {
      case "Unconfined" -> "unconfined";
      case "RuntimeDefault" -> "runtime/default";
      case "Localhost" -> LOCALHOST + profile.localhostProfile().text();
      default -> "";
    };
  }

  /**
   * Says in fields what only annotations say, and the other way round, as Kubernetes did until
   * 1.24. Without it a policy's profile would be an annotation that no node reads any more.
   */
  static void agree(PodDraft pod) {
    SeccompProfile ofPod = pod.context().seccompProfile();
    if (ofPod.present()) {
      if (!pod.hasAnnotation(POD) && !name(ofPod).isEmpty()) {
        pod.annotate(POD, name(ofPod));
      }
    } else {
      field(pod.annotation(POD))
          .ifPresent(
              profile -> pod.fill(c -> c.seccompProfile().at(), to -> to.seccompProfile(profile)));
    }
    for (ContainerDraft container : pod.containers()) {
      String key = CONTAINER + container.name();
      SeccompProfile own = container.own().seccompProfile();
      if (own.present()) {
        if (!pod.hasAnnotation(key) && !name(own).isEmpty()) {
          pod.annotate(key, name(own));
        }
      } else {
        field(pod.annotation(key))
            .ifPresent(
                profile ->
                    container.fill(c -> c.seccompProfile().at(), to -> to.seccompProfile(profile)));
      }
    }
  }

  private static Optional<MutableSeccompProfile> field(String name) {
    MutableSeccompProfile profile = MutableSeccompProfile.create();
    if (name.equals("unconfined")) {
      return Optional.of(profile.type("Unconfined"));
    } else if (name.equals("runtime/default") || name.equals("docker/default")) {
      return Optional.of(profile.type("RuntimeDefault"));
    } else if (name.length() > LOCALHOST.length() && name.startsWith(LOCALHOST)) {
      return Optional.of(
          profile.type("Localhost").localhostProfile(name.substring(LOCALHOST.length())));
    }
    return Optional.empty();
  }
}
