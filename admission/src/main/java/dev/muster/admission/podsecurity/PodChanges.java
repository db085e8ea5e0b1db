package dev.muster.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Which updates of a pod can make a difference to its security. */
final class PodChanges {
  private static final String SECCOMP_POD = "seccomp.security.alpha.kubernetes.io/pod";
  private static final String SECCOMP_CONTAINER = "container.seccomp.security.alpha.kubernetes.io/";

  private PodChanges() {}

  static boolean matter(JsonNode pod, JsonNode old) {
    if (annotationChanged(pod, old, SECCOMP_POD)) {
      return true;
    }
    for (String list : List.of("containers", "initContainers")) {
      JsonNode now = pod.path("spec").path(list);
      JsonNode before = old.path("spec").path(list);
      if (now.size() != before.size()) {
        return true;
      }
      for (int i = 0; i < now.size(); i++) {
        if (matters(now.get(i), before.get(i), pod, old)) {
          return true;
        }
      }
    }
    for (JsonNode container : pod.path("spec").path("ephemeralContainers")) {
      JsonNode before = named(old.path("spec").path("ephemeralContainers"), container);
      if (before.isMissingNode() || matters(container, before, pod, old)) {
        return true;
      }
    }
    return false;
  }

  private static JsonNode named(JsonNode list, JsonNode container) {
    for (JsonNode candidate : list) {
      if (candidate.path("name").equals(container.path("name"))) {
        return candidate;
      }
    }
    return list.path("none");
  }

  private static boolean matters(JsonNode now, JsonNode before, JsonNode pod, JsonNode old) {
    return !now.path("image").equals(before.path("image"))
        || annotationChanged(pod, old, SECCOMP_CONTAINER + now.path("name").asText());
  }

  private static boolean annotationChanged(JsonNode pod, JsonNode old, String key) {
    return !annotation(pod, key).equals(annotation(old, key));
  }

  private static String annotation(JsonNode pod, String key) {
    return pod.path("metadata").path("annotations").path(key).asText();
  }
}
