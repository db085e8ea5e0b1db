package dev.muster.volumes;

import com.fasterxml.jackson.databind.JsonNode;

/** The one user that all containers of a pod run as, as far as the pod says so. */
final class SharedUser {
  private SharedUser() {}

  /** The uid, or {@link ProjectedFile#NO_UID} if a container names none or another one. */
  static int of(JsonNode pod) {
    JsonNode spec = pod.path("spec");
    JsonNode ofPod = spec.path("securityContext").path("runAsUser");
    int shared = ProjectedFile.NO_UID;
    for (String list : new String[] {"initContainers", "containers"}) {
      for (JsonNode container : spec.path(list)) {
        JsonNode own = container.path("securityContext").path("runAsUser");
        JsonNode user = own.isNumber() ? own : ofPod;
        if (!user.isNumber() || shared != ProjectedFile.NO_UID && shared != user.intValue()) {
          return ProjectedFile.NO_UID;
        }
        shared = user.intValue();
      }
    }
    return shared;
  }
}
