package dev.muster.node.probes;

import dev.muster.client.events.EventRecorder;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Probe;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The probes of all containers on this node. */
public final class Probes implements AutoCloseable {
  private record Running(String uid, ContainerHealth health, List<ProbeLoop> loops) {}

  private final Handler handler;
  private final EventRecorder events;
  private final NodeMetrics metrics;
  private final Consumer<String> changed;
  private final Map<String, Running> running = new ConcurrentHashMap<>();

  /**
   * @param changed told a pod's uid when a probe's verdict on one of its containers changes
   */
  public Probes(
      Handler handler, EventRecorder events, NodeMetrics metrics, Consumer<String> changed) {
    this.handler = handler;
    this.events = events;
    this.metrics = metrics;
    this.changed = changed;
  }

  /**
   * Starts probes of containers that run now and ends those of others.
   *
   * @param ports where the pod's are
   */
  public void update(Pod pod, PodView view, PodPorts ports) {
    Set<String> alive = new HashSet<>();
    Map<String, ContainerSpec> specs = new HashMap<>();
    pod.allContainers().forEach(c -> specs.put(c.name(), c));
    for (ContainerView one : view.running()) {
      ContainerSpec container = specs.get(one.name());
      if (container != null
          && (container.kind() == ContainerSpec.Kind.APP || container.isSidecar())) {
        alive.add(one.id());
        running.computeIfAbsent(one.id(), id -> start(pod, container, one, ports));
      }
    }
    running.forEach(
        (id, probes) -> {
          if (probes.uid().equals(pod.uid()) && !alive.contains(id)) {
            stop(id);
          }
        });
  }

  private Running start(Pod pod, ContainerSpec container, ContainerView view, PodPorts ports) {
    ContainerHealth health = new ContainerHealth(container);
    List<ProbeLoop> loops = new ArrayList<>();
    for (ProbeType type : ProbeType.values()) {
      Probe probe = type.of(container);
      if (probe.present()) {
        loops.add(
            new ProbeLoop(
                type, probe, pod, container, view, ports, health, handler, events, metrics,
                changed));
      }
    }
    loops.forEach(ProbeLoop::start);
    return new Running(pod.uid(), health, loops);
  }

  private void stop(String id) {
    Running probes = running.remove(id);
    if (probes != null) {
      probes.loops().forEach(ProbeLoop::stop);
    }
  }

  /** Ends all probes of a pod, because it is to end. */
  public void stopPod(String uid) {
    running.forEach(
        (id, probes) -> {
          if (probes.uid().equals(uid)) {
            stop(id);
          }
        });
  }

  public boolean started(ContainerView container) {
    Running probes = running.get(container.id());
    return probes != null && probes.health().started();
  }

  public boolean ready(ContainerView container) {
    Running probes = running.get(container.id());
    return probes != null && probes.health().started() && probes.health().ready;
  }

  /** Whether it has to be restarted, and for which probe: {@code liveness} or {@code startup}. */
  public Optional<String> deadly(ContainerView container) {
    Running probes = running.get(container.id());
    if (probes == null || !probes.health().deadly) {
      return Optional.empty();
    }
    return Optional.of(probes.health().failedStartup ? "startup" : "liveness");
  }

  @Override
  public void close() {
    running.keySet().forEach(this::stop);
  }
}
