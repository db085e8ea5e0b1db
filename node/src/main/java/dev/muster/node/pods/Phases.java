package dev.muster.node.pods;

import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerStateTerminated;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.Pod;
import java.util.Map;

/** A pod's phase, from the statuses of its containers. */
final class Phases {
  private Phases() {}

  /**
   * @param statuses by container name
   * @param over whether nothing will be started any more
   */
  static String of(Pod pod, Map<String, ContainerStatus> statuses, boolean over) {
    int waitingInits = 0;
    int failedInits = 0;
    int lostInits = 0;
    for (ContainerSpec container : pod.initContainers()) {
      ContainerStatus status = statuses.getOrDefault(container.name(), PodStatuses.NONE);
      ContainerStateTerminated ended = ended(status);
      if (container.isSidecar()) {
        boolean up = status.started().truth();
        waitingInits += up || ended.present() ? 0 : 1;
      } else if (ended.absent()) {
        waitingInits++;
      } else if (ended.exitCode().number() != 0) {
        failedInits++;
        lostInits += restarts(pod, container, ended) ? 0 : 1;
      }
    }
    int unknown = 0;
    int running = 0;
    int waiting = 0;
    int stopped = 0;
    int succeeded = 0;
    int restarting = 0;
    for (ContainerSpec container : pod.containers()) {
      ContainerStatus status = statuses.get(container.name());
      if (status == null) {
        unknown++;
      } else if (status.state().running().present()) {
        running++;
      } else if (ended(status).absent()) {
        waiting++;
      } else {
        stopped++;
        succeeded += ended(status).exitCode().number() == 0 ? 1 : 0;
        restarting += restarts(pod, container, ended(status)) ? 1 : 0;
      }
    }
    if (lostInits > 0 || failedInits > 0 && over) {
      return "Failed";
    }
    if (waitingInits + failedInits > 0 && running + stopped == 0) {
      return over ? "Failed" : "Pending";
    }
    if (waiting > 0 || unknown > 0) {
      return over ? "Failed" : "Pending";
    }
    if (running > 0) {
      return "Running";
    }
    if (restarting > 0 && !over) {
      return "Running";
    }
    return succeeded == stopped ? "Succeeded" : "Failed";
  }

  private static boolean restarts(
      Pod pod, ContainerSpec container, ContainerStateTerminated ended) {
    return Restarts.wanted(pod, container, (int) ended.exitCode().number());
  }

  /** How it ended, now or before it began to wait for its next start. */
  private static ContainerStateTerminated ended(ContainerStatus status) {
    ContainerStateTerminated now = status.state().terminated();
    return now.present() || status.state().running().present()
        ? now
        : status.lastState().terminated();
  }
}
