package dev.muster.admission.podsecurity;

import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.EphemeralContainer;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.Optional;

/** Which updates of a pod can make a difference to its security. */
final class PodChanges {
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";

  private PodChanges() {}

  static boolean matter(Pod pod, Pod old) {
    return annotationChanged(pod, old, SECCOMP_POD)
        || matter(pod.spec().containers(), old.spec().containers(), pod, old)
        || matter(pod.spec().initContainers(), old.spec().initContainers(), pod, old)
        || pod.spec().ephemeralContainers().stream().anyMatch(c -> matters(c, pod, old));
  }

  private static boolean matter(List<Container> now, List<Container> before, Pod pod, Pod old) {
    if (now.size() != before.size()) {
      return true;
    }
    for (int i = 0; i < now.size(); i++) {
      if (matters(now.get(i), before.get(i), pod, old)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matters(EphemeralContainer now, Pod pod, Pod old) {
    Optional<EphemeralContainer> before =
        old.spec().ephemeralContainers().stream()
            .filter(candidate -> candidate.name().text().equals(now.name().text()))
            .findFirst();
    return before.isEmpty()
        || matters(new Container(now.at()), new Container(before.get().at()), pod, old);
  }

  private static boolean matters(Container now, Container before, Pod pod, Pod old) {
    return !now.image().text().equals(before.image().text())
        || annotationChanged(pod, old, SECCOMP_CONTAINER + now.name().text());
  }

  private static boolean annotationChanged(Pod pod, Pod old, String key) {
    return !annotation(pod, key).equals(annotation(old, key));
  }

  private static String annotation(Pod pod, String key) {
    return pod.metadata().annotations().text(key);
  }
}
