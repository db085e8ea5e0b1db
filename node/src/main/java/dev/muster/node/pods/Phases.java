package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import java.util.Map;

/** A pod's phase, from the statuses of its containers. */
final class Phases {
  private Phases() {}

  /**
   * @param statuses by container name
   * @param over whether nothing will be started any more
   */
  static String of(Pod pod, Map<String, JsonNode> statuses, boolean over) {
    int waitingInits = 0;
    int failedInits = 0;
    int lostInits = 0;
    for (ContainerSpec container : pod.initContainers()) {
      JsonNode status = statuses.getOrDefault(container.name(), pod.tree().path(""));
      JsonNode ended = ended(status);
      if (container.isSidecar()) {
        boolean up = status.path("started").asBoolean();
        waitingInits += up || !ended.isMissingNode() ? 0 : 1;
      } else if (ended.isMissingNode()) {
        waitingInits++;
      } else if (ended.path("exitCode").asInt() != 0) {
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
      JsonNode status = statuses.get(container.name());
      if (status == null) {
        unknown++;
      } else if (status.path("state").has("running")) {
        running++;
      } else if (ended(status).isMissingNode()) {
        waiting++;
      } else {
        stopped++;
        succeeded += ended(status).path("exitCode").asInt() == 0 ? 1 : 0;
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

  private static boolean restarts(Pod pod, ContainerSpec container, JsonNode ended) {
    return Restarts.wanted(pod, container, ended.path("exitCode").asInt());
  }

  /** How it ended, now or before it began to wait for its next start. */
  private static JsonNode ended(JsonNode status) {
    JsonNode now = status.path("state").path("terminated");
    return now.isObject() || status.path("state").has("running")
        ? now
        : status.path("lastState").path("terminated");
  }
}
