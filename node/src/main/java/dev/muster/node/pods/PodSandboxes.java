package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.cri.v1.PodSandboxConfig;
import dev.muster.cri.v1.UserNamespace;
import dev.muster.node.containers.ConfigSource;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.containers.SandboxConfigs;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import dev.muster.node.users.PodUsers;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.NodeV1.RuntimeClass;
import java.io.IOException;
import java.util.function.Supplier;

/** Makes the sandbox that a pod's containers share. */
public final class PodSandboxes {
  private final RuntimeCalls runtime;
  private final SandboxConfigs configs;
  private final PodUsers users;
  private final ConfigSource classes;
  private final ContainerKills kills;
  private final OldContainers oldContainers;
  private final EventRecorder events;
  private final NodeMetrics metrics;
  private final Supplier<NodeFacts> node;

  /**
   * @param classes where runtime classes are
   */
  public PodSandboxes(
      RuntimeCalls runtime,
      SandboxConfigs configs,
      PodUsers users,
      ConfigSource classes,
      ContainerKills kills,
      OldContainers oldContainers,
      EventRecorder events,
      NodeMetrics metrics,
      Supplier<NodeFacts> node) {
    this.runtime = runtime;
    this.configs = configs;
    this.users = users;
    this.classes = classes;
    this.kills = kills;
    this.oldContainers = oldContainers;
    this.events = events;
    this.metrics = metrics;
    this.node = node;
  }

  /** What is left of an old sandbox goes before the new one comes; false if that failed. */
  boolean replace(Pod pod, PodView view, int attempt) throws RuntimeProblem {
    if (view.sandbox().isPresent()) {
      events.pod(
          pod,
          EventType.NORMAL,
          "SandboxChanged",
          "Pod sandbox changed, it will be killed and re-created.");
    }
    for (ContainerView running : view.running()) {
      kills.kill(pod, view, running, "Stopping container " + running.name(), pod.gracePeriod());
    }
    for (SandboxView old : view.sandboxes()) {
      if (old.ready()) {
        runtime.stopSandbox(old.id());
      }
    }
    oldContainers.prune(view, attempt);
    try {
      String handler = handler(pod);
      UserNamespace ids = users.forSandbox(pod, handler);
      PodSandboxConfig config = configs.of(pod, attempt, node.get().groups().effective(pod), ids);
      runtime.runSandbox(config, handler);
      metrics.count(NodeMetrics.Metric.PODS_STARTED);
      return true;
    } catch (RuntimeProblem | ContainerProblem | IOException e) {
      events.pod(
          pod,
          EventType.WARNING,
          "FailedCreatePodSandBox",
          "Failed to create pod sandbox: " + e.getMessage());
      return false;
    }
  }

  /** The runtime's name for what the pod's RuntimeClass stands for; empty for the usual. */
  private String handler(Pod pod) throws IOException {
    String name = pod.spec().runtimeClassName().text();
    if (name.isEmpty()) {
      return "";
    }
    return classes
        .runtimeClass(name)
        .map(found -> RuntimeClass.of(found).handler().text())
        .orElseThrow(() -> new IOException("runtimeclass.node.k8s.io \"" + name + "\" not found"));
  }
}
