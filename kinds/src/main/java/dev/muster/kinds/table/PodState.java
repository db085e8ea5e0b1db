package dev.muster.kinds.table;

import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.ContainerStateTerminated;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import dev.muster.views.ViewList;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a pod is doing, in one word, with its ready containers and restarts. */
final class PodState {
  private final Pod pod;
  private final Instant now;
  private final Set<String> sidecars = new HashSet<>();
  private String reason;
  private long ready;
  private long total;
  private long restarts;
  private @Nullable Instant lastRestart;

  /** How many init containers were looked at: up to the one that holds the pod up. */
  private int reached;

  private PodState(Pod pod, Instant now) {
    this.pod = pod;
    this.now = now;
    this.reason = Shown.or(pod.status().reason().text(), pod.status().phase().text());
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.type().text().equals("PodScheduled")
          && condition.reason().text().equals("SchedulingGated")) {
        reason = "SchedulingGated";
      }
    }
    for (Container container : pod.spec().initContainers()) {
      if (container.restartPolicy().text().equals("Always")) {
        sidecars.add(container.name().text());
      }
    }
    this.total = (long) pod.spec().containers().size() + sidecars.size();
  }

  static PodState of(Shown shown) {
    PodState state = new PodState(shown.as(Pod::of), shown.now());
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
        : restarts + " (" + Ages.human(Duration.between(last, now)) + " ago)";
  }

  /** Whether the pod is still held up by one of its init containers. */
  private boolean readInitContainers() {
    ViewList<ContainerStatus> statuses = pod.status().initContainerStatuses();
    for (int i = 0; i < statuses.size(); i++) {
      ContainerStatus status = statuses.get(i);
      reached = i + 1;
      countRestarts(status);
      ContainerStateTerminated terminated = status.state().terminated();
      if (terminated.present() && terminated.exitCode().number() == 0) {
        continue;
      }
      if (isSidecar(status) && status.started().truth()) {
        ready += status.ready().truth() ? 1 : 0;
        continue;
      }
      String waiting = status.state().waiting().reason().text();
      if (terminated.present()) {
        reason = "Init:" + ended(terminated);
      } else if (!waiting.isEmpty() && !waiting.equals("PodInitializing")) {
        reason = "Init:" + waiting;
      } else {
        reason = "Init:" + i + "/" + pod.spec().initContainers().size();
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
      ContainerStatus status = pod.status().initContainerStatuses().get(i);
      if (isSidecar(status)) {
        countRestarts(status);
      }
    }
    boolean running = false;
    ViewList<ContainerStatus> statuses = pod.status().containerStatuses();
    for (int i = statuses.size() - 1; i >= 0; i--) {
      ContainerStatus status = statuses.get(i);
      countRestarts(status);
      String waiting = status.state().waiting().reason().text();
      ContainerStateTerminated terminated = status.state().terminated();
      if (!waiting.isEmpty()) {
        reason = waiting;
      } else if (terminated.present()) {
        reason = ended(terminated);
      } else if (status.ready().truth() && status.state().running().present()) {
        running = true;
        ready++;
      }
    }
    if (reason.equals("Completed") && running) {
      reason = condition("Ready") ? "Running" : "NotReady";
    }
  }

  private void readDeletion() {
    String phase = pod.status().phase().text();
    if (pod.metadata().deletionTimestamp().absent()) {
      return;
    }
    if (pod.status().reason().text().equals("NodeLost")) {
      reason = "Unknown";
    } else if (!phase.equals("Succeeded") && !phase.equals("Failed")) {
      reason = "Terminating";
    }
  }

  private static String ended(ContainerStateTerminated terminated) {
    String why = terminated.reason().text();
    if (!why.isEmpty()) {
      return why;
    }
    long signal = terminated.signal().number();
    return signal != 0 ? "Signal:" + signal : "ExitCode:" + terminated.exitCode().number();
  }

  private void countRestarts(ContainerStatus status) {
    restarts += status.restartCount().number();
    Shown.instant(status.lastState().terminated().finishedAt().text())
        .filter(t -> lastRestart == null || lastRestart.isBefore(t))
        .ifPresent(t -> lastRestart = t);
  }

  private boolean isSidecar(ContainerStatus status) {
    return sidecars.contains(status.name().text());
  }

  private boolean condition(String type) {
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.type().text().equals(type)) {
        return condition.status().text().equals("True");
      }
    }
    return false;
  }
}
