package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.probes.PodPorts;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.LifecycleHandler;
import dev.muster.views.CoreV1.Pod;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Ends a container: preStop hook, signal, and what is left of the grace period. */
public final class ContainerKills {
  private static final long LEAST_GRACE = 2;

  private final RuntimeCalls runtime;
  private final LifecycleHooks hooks;
  private final EventRecorder events;
  private final Supplier<NodeFacts> node;

  public ContainerKills(
      RuntimeCalls runtime, LifecycleHooks hooks, EventRecorder events, Supplier<NodeFacts> node) {
    this.runtime = runtime;
    this.hooks = hooks;
    this.events = events;
    this.node = node;
  }

  /** Returns once the container has ended. */
  void kill(Pod pod, PodView view, ContainerView running, String why, long grace)
      throws RuntimeProblem {
    kill(pod, view, running.name(), running.id(), why, grace);
  }

  /** The same for a container that is not in the view yet. */
  void kill(Pod pod, PodView view, String name, String id, String why, long grace)
      throws RuntimeProblem {
    Optional<ContainerSpec> spec = pod.container(name);
    spec.ifPresent(c -> events.container(pod, c, EventType.NORMAL, "Killing", why));
    long left = grace;
    if (spec.isPresent() && spec.get().spec().lifecycle().preStop().present() && grace > 0) {
      long start = System.nanoTime();
      LifecycleHandler hook = spec.get().spec().lifecycle().preStop();
      preStop(pod, spec.get(), view, id, hook, Duration.ofSeconds(grace));
      long took = Duration.ofNanos(System.nanoTime() - start).toSeconds();
      left = Math.max(LEAST_GRACE, grace - took);
    }
    try {
      runtime.stopContainer(id, left);
    } catch (RuntimeProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }

  private void preStop(
      Pod pod,
      ContainerSpec container,
      PodView view,
      String id,
      LifecycleHandler hook,
      Duration limit) {
    List<String> addresses = view.sandbox().map(SandboxView::addresses).orElse(List.of());
    PodPorts ports = LifecycleHooks.ports(pod, addresses, node.get());
    if (!hooks.run(hook, pod, container, id, ports, limit)) {
      events.container(
          pod, container, EventType.WARNING, "FailedPreStopHook", "PreStopHook failed");
    }
  }
}
