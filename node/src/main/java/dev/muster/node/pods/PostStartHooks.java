package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.probes.PodPorts;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.LifecycleHandler;
import dev.muster.views.CoreV1.Pod;

/** Runs the hook of a container that has just started, and ends the container if it fails. */
public record PostStartHooks(LifecycleHooks hooks, ContainerKills kills, EventRecorder events) {
  /** Returns when the hook has ended. */
  void run(
      Pod pod,
      ContainerSpec container,
      String id,
      PodView view,
      SandboxView sandbox,
      NodeFacts node)
      throws ContainerProblem {
    LifecycleHandler hook = container.spec().lifecycle().postStart();
    if (!hook.present()) {
      return;
    }
    PodPorts ports = LifecycleHooks.ports(pod, sandbox.addresses(), node);
    if (hooks.run(hook, pod, container, id, ports, LifecycleHooks.NO_LIMIT)) {
      return;
    }
    events.container(
        pod, container, EventType.WARNING, "FailedPostStartHook", "PostStartHook failed");
    try {
      kills.kill(pod, view, container.name(), id, "FailedPostStartHook", pod.gracePeriod());
    } catch (RuntimeProblem e) {
      throw new ContainerProblem("PostStartHookError", String.valueOf(e.getMessage()));
    }
    throw new ContainerProblem("PostStartHookError", "PostStartHook failed");
  }
}
