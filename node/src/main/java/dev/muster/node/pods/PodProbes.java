package dev.muster.node.pods;

import dev.muster.node.probes.Probes;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.CoreV1.Pod;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Has the containers of pods probed, and tells what came of it; a container that is not probed yet
 * has not started.
 */
public record PodProbes(Probes probes, Supplier<NodeFacts> node) implements PodHealth {
  /** Containers that run now are probed, others are no more. */
  void update(Pod pod, PodView view) {
    List<String> addresses = view.sandbox().map(SandboxView::addresses).orElse(List.of());
    probes.update(pod, view, LifecycleHooks.ports(pod, addresses, node.get()));
  }

  void stop(String uid) {
    probes.stopPod(uid);
  }

  @Override
  public boolean started(ContainerView container) {
    return probes.started(container);
  }

  @Override
  public boolean ready(ContainerView container) {
    return probes.ready(container);
  }

  @Override
  public Optional<String> deadly(ContainerView container) {
    return probes.deadly(container);
  }
}
