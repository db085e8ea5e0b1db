package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.containers.AskedIdentity;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.metrics.NodeMetrics;
import dev.muster.node.resize.Allocations;
import dev.muster.node.resize.ResizableResources;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Pod;
import java.util.function.Supplier;

/** Starts a container: create, start, postStart hook; and tells of it. */
public final class ContainerStarts {
  private final ContainerCreation creation;
  private final RuntimeCalls runtime;
  private final Allocations allocations;
  private final PostStartHooks hooks;
  private final IdentityCheck identities;
  private final EventRecorder events;
  private final NodeMetrics metrics;
  private final Supplier<NodeFacts> node;

  public ContainerStarts(
      ContainerCreation creation,
      RuntimeCalls runtime,
      Allocations allocations,
      PostStartHooks hooks,
      IdentityCheck identities,
      EventRecorder events,
      NodeMetrics metrics,
      Supplier<NodeFacts> node) {
    this.creation = creation;
    this.runtime = runtime;
    this.allocations = allocations;
    this.hooks = hooks;
    this.identities = identities;
    this.events = events;
    this.metrics = metrics;
    this.node = node;
  }

  /** Returns when the container runs and its hook has ended. */
  void start(Pod pod, ContainerSpec container, PodView view, SandboxView sandbox, PodMemory memory)
      throws ContainerProblem {
    NodeFacts facts = node.get();
    ContainerCreation.Created created = create(pod, container, view, sandbox, facts);
    String id = created.id();
    try {
      runtime.startContainer(id);
    } catch (RuntimeProblem e) {
      String message = String.valueOf(e.getMessage());
      throw failed(pod, container, new ContainerProblem("RunContainerError", message), message);
    }
    allocations.actuate(
        pod.uid(), container.name(), ResizableResources.of(container.spec().resources()));
    events.container(pod, container, EventType.NORMAL, "Started", "Container started");
    metrics.count(NodeMetrics.Metric.CONTAINERS_STARTED);
    AskedIdentity.in(created.config().getAnnotationsMap())
        .ifPresent(asked -> identities.later(pod, container, id, asked, memory));
    hooks.run(pod, container, id, view, sandbox, facts);
  }

  private ContainerCreation.Created create(
      Pod pod, ContainerSpec container, PodView view, SandboxView sandbox, NodeFacts facts)
      throws ContainerProblem {
    try {
      ContainerCreation.Created created = creation.create(pod, container, view, sandbox, facts);
      events.container(pod, container, EventType.NORMAL, "Created", "Container created");
      return created;
    } catch (ContainerProblem e) {
      boolean image = e.reason().contains("Image");
      throw failed(pod, container, e, image ? e.reason() : e.message());
    }
  }

  private ContainerProblem failed(
      Pod pod, ContainerSpec container, ContainerProblem problem, String why) {
    events.container(pod, container, EventType.WARNING, "Failed", "Error: " + why);
    metrics.count(NodeMetrics.Metric.CONTAINER_START_ERRORS, "code", problem.reason());
    return problem;
  }
}
