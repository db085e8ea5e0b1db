package dev.muster.kinds.pods;

import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutableContainerStatus;
import dev.muster.views.CoreV1.MutableEphemeralContainer;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutablePodStatus;
import java.util.List;

/** The containers of a pod, and what its status tells of them, for code that changes them. */
final class MutableContainers {
  private MutableContainers() {}

  /** Containers and init containers, in the order in which pods run through them. */
  static List<MutableContainer> regularAndInit(MutablePodSpec spec) {
    List<MutableContainer> all = spec.containers().each();
    all.addAll(spec.initContainers().each());
    return all;
  }

  /** Init, regular and ephemeral containers, in the order in which they are visited. */
  static List<MutableContainer> all(MutablePodSpec spec) {
    List<MutableContainer> all = spec.initContainers().each();
    all.addAll(spec.containers().each());
    for (MutableEphemeralContainer one : spec.ephemeralContainers().each()) {
      all.add(MutableContainer.of(one.tree()));
    }
    return all;
  }

  /** What the status tells of init, regular and ephemeral containers. */
  static List<MutableContainerStatus> statuses(MutablePodStatus status) {
    List<MutableContainerStatus> all = status.initContainerStatuses().each();
    all.addAll(status.containerStatuses().each());
    all.addAll(status.ephemeralContainerStatuses().each());
    return all;
  }
}
