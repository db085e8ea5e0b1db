package dev.muster.kinds.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a pod is doing, in one word, with its ready containers and restarts. */
final class PodState {
  private final Shown pod;
  private final Set<String> sidecars = new HashSet<>();
  private String reason;
  private long ready;
  private long total;
  private long restarts;
  private @Nullable Instant lastRestart;

  /** How many init containers were looked at: up to the one that holds the pod up. */
  private int reached;

  private PodState(Shown pod) {
    this.pod = pod;
    this.reason = Shown.or(pod.text("status/reason"), pod.text("status/phase"));
    for (JsonNode condition : pod.at("status/conditions")) {
      if (condition.path("type").asText().equals("PodScheduled")
          && condition.path("reason").asText().equals("SchedulingGated")) {
        reason = "SchedulingGated";
      }
    }
    for (JsonNode container : pod.at("spec/initContainers")) {
      if (container.path("restartPolicy").asText().equals("Always")) {
        sidecars.add(container.path("name").asText());
      }
    }
    this.total = pod.size("spec/containers") + sidecars.size();
  }

  static PodState of(Shown pod) {
    PodState state = new PodState(pod);
    boolean initializing = state.readInitContainers();
    if (!initializing || state.condition("Initialized")) {
      state.readContainers();
    }
    state.readDeletion();
    return state;
  }

  String reason() {
    return reason;
  }

  String ready() {
    return ready + "/" + total;
  }

  String restarts() {
    Instant last = lastRestart;
    return restarts == 0 || last == null
        ? Long.toString(restarts)
        : restarts + " (" + Ages.human(Duration.between(last, pod.now())) + " ago)";
  }

  /** Whether the pod is still held up by one of its init containers. */
  private boolean readInitContainers() {
    JsonNode statuses = pod.at("status/initContainerStatuses");
    for (int i = 0; i < statuses.size(); i++) {
      JsonNode status = statuses.get(i);
      reached = i + 1;
      countRestarts(status);
      JsonNode terminated = Shown.at(status, "state/terminated");
      if (terminated.isObject() && terminated.path("exitCode").asLong() == 0) {
        continue;
      }
      if (isSidecar(status) && status.path("started").asBoolean()) {
        ready += status.path("ready").asBoolean() ? 1 : 0;
        continue;
      }
      String waiting = Shown.text(Shown.at(status, "state/waiting/reason"));
      if (terminated.isObject()) {
        reason = "Init:" + ended(terminated);
      } else if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) {
        reason = "Init:" + waiting;
      } else {
        reason = "Init:" + i + "/" + pod.size("spec/initContainers");
      }
      return true;
    }
    return false;
  }

  /** Restarts of init containers count no longer once the pod runs, except of sidecars. */
  private void readContainers() {
    restarts = 0;
    lastRestart = null;
    for (int i = 0; i < reached; i++) {
      JsonNode status = pod.at("status/initContainerStatuses").get(i);
      if (isSidecar(status)) {
        countRestarts(status);
      }
    }
    boolean running = false;
    JsonNode statuses = pod.at("status/containerStatuses");
    for (int i = statuses.size() - 1; i >= 0; i--) {
      JsonNode status = statuses.get(i);
      countRestarts(status);
      String waiting = Shown.text(Shown.at(status, "state/waiting/reason"));
      JsonNode terminated = Shown.at(status, "state/terminated");
      if (!waiting.isEmpty()) {
        reason = waiting;
      } else if (terminated.isObject()) {
        reason = ended(terminated);
      } else if (status.path("ready").asBoolean() && Shown.at(status, "state/running").isObject()) {
        running = true;
        ready++;
      }
    }
    if (reason.equals("Completed") && running) {
      reason = condition("Ready") ? "Running" : "NotReady";
    }
  }

  private void readDeletion() {
    String phase = pod.text("status/phase");
    if (!pod.deleted()) {
      return;
    }
    if (pod.text("status/reason").equals("NodeLost")) {
      reason = "Unknown";
    } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
      reason = "Terminating";
    }
  }

  private static String ended(JsonNode terminated) {
    String why = Shown.text(terminated.path("reason"));
    if (!why.isEmpty()) {
      return why;
    }
    long signal = terminated.path("signal").asLong();
    return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.path("exitCode").asLong();
  }

  private void countRestarts(JsonNode status) {
    restarts += status.path("restartCount").asLong();
    Shown.instant(Shown.text(Shown.at(status, "lastState/terminated/finishedAt")))
        .filter(t -> lastRestart == null || lastRestart.isBefore(t))
        .ifPresent(t -> lastRestart = t);
  }

  private boolean isSidecar(JsonNode status) {
    return sidecars.contains(status.path("name").asText());
  }

  private boolean condition(String type) {
    for (JsonNode condition : pod.at("status/conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
