package dev.muster.volumes;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import java.util.ArrayList;
import java.util.List;

/** The one user that all containers of a pod run as, as far as the pod says so. */
final class SharedUser {
  private SharedUser() {}

  /** The uid, or {@link ProjectedFile#NO_UID} if a container names none or another one. */
  static int of(Pod pod) {
    At ofPod = pod.spec().securityContext().runAsUser();
    int shared = ProjectedFile.NO_UID;
    List<Container> containers = new ArrayList<>(pod.spec().initContainers());
    containers.addAll(pod.spec().containers());
    for (Container container : containers) {
      At own = container.securityContext().runAsUser();
      At user = own.present() ? own : ofPod;
      if (user.absent() || shared != ProjectedFile.NO_UID && shared != (int) user.number()) {
        return ProjectedFile.NO_UID;
      }
      shared = (int) user.number();
    }
    return shared;
  }
}
