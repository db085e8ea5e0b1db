package dev.muster.node.pods;

import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.node.containers.InPlaceResize;
import dev.muster.node.resize.Allocations;
import dev.muster.node.resize.ResizableResources;
import dev.muster.node.resize.ResizeConditions;
import dev.muster.node.resize.ResizeMessages;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerResizePolicy;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.Pod;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;

/** Gives running containers what their pod was granted. */
public final class ContainerResizes {
  private final RuntimeCalls runtime;
  private final InPlaceResize.Supported sizes;
  private final Allocations allocations;
  private final EventRecorder events;

  public ContainerResizes(
      RuntimeCalls runtime,
      InPlaceResize.Supported sizes,
      Allocations allocations,
      EventRecorder events) {
    this.runtime = runtime;
    this.sizes = sizes;
    this.allocations = allocations;
    this.events = events;
  }

  /** A running container that has something else than it should. */
  private record Change(
      ContainerSpec container,
      ContainerView running,
      ResizableResources from,
      ResizableResources to) {}

  /** Whether a running container has to be started anew to have what it was granted. */
  boolean restarts(Pod pod, ContainerSpec container) {
    Optional<ResizableResources> given = allocations.actuated(pod.uid(), container.name());
    if (given.isEmpty() || !Allocations.isResizable(container)) {
      return false;
    }
    ResizableResources granted = granted(container);
    return !granted.sameCpu(given.get()) && policy(container, "cpu")
        || !granted.sameMemory(given.get()) && policy(container, "memory");
  }

  private static boolean policy(ContainerSpec container, String resource) {
    for (ContainerResizePolicy policy : container.spec().resizePolicy()) {
      if (policy.resourceName().text().equals(resource)) {
        return policy.restartPolicy().text().equals("RestartContainer");
      }
    }
    return false;
  }

  /** Gives what can be given without a restart; false if something could not be given now. */
  boolean give(Pod pod, PodView view, ResizeConditions conditions) {
    List<Change> changes = changes(pod, view);
    if (changes.isEmpty()) {
      complete(pod, conditions);
      return true;
    }
    conditions.goOn(pod.generation());
    List<Change> inPlace = changes.stream().filter(c -> !restarts(pod, c.container())).toList();
    try {
      Optional<String> problem = inUse(inPlace);
      if (problem.isPresent()) {
        fail(pod, problem.get(), conditions);
        return false;
      }
      memory(pod, inPlace);
      cpu(pod, inPlace);
    } catch (RuntimeProblem e) {
      fail(pod, String.valueOf(e.getMessage()), conditions);
      return false;
    }
    if (changes(pod, view).isEmpty()) {
      complete(pod, conditions);
    }
    return true;
  }

  private List<Change> changes(Pod pod, PodView view) {
    List<Change> all = new ArrayList<>();
    for (ContainerView running : view.running()) {
      pod.container(running.name())
          .filter(Allocations::isResizable)
          .ifPresent(
              container -> {
                ResizableResources to = granted(container);
                ResizableResources from = given(pod, container);
                if (!to.equals(from)) {
                  all.add(new Change(container, running, from, to));
                }
              });
    }
    return all;
  }

  private static ResizableResources granted(ContainerSpec container) {
    return ResizableResources.of(container.spec().resources());
  }

  private ResizableResources given(Pod pod, ContainerSpec container) {
    return allocations.actuated(pod.uid(), container.name()).orElse(ResizableResources.NONE);
  }

  /** Why memory cannot be taken away: the kernel would have to kill for it. */
  private Optional<String> inUse(List<Change> changes) throws RuntimeProblem {
    List<String> problems = new ArrayList<>();
    for (Change change : changes) {
      long limit = change.to().memoryLimit();
      long before = change.from().memoryLimit();
      if (limit == 0 || before != 0 && before <= limit) {
        continue;
      }
      String name = change.container().name();
      Optional<Long> usage = runtime.memoryUsage(change.running().id());
      if (usage.isEmpty()) {
        problems.add("missing container \"" + name + "\" memory usage");
      } else if (usage.get() >= limit) {
        problems.add(
            "attempting to set container \""
                + name
                + "\" memory limit ("
                + limit
                + ") below current usage ("
                + usage.get()
                + ")");
      }
    }
    if (problems.isEmpty()) {
      return Optional.empty();
    }
    String all = String.join(", ", problems);
    return Optional.of(
        "cannot decrease memory limits: " + (problems.size() == 1 ? all : "[" + all + "]"));
  }

  private void memory(Pod pod, List<Change> changes) throws RuntimeProblem {
    for (Change change : lessFirst(changes, ResizableResources::memoryLimit)) {
      if (!change.to().sameMemory(change.from())) {
        give(pod, change, change.from().withMemoryOf(change.to()));
      }
    }
  }

  private void cpu(Pod pod, List<Change> changes) throws RuntimeProblem {
    for (Change change : lessFirst(changes, ResizableResources::cpuLimit)) {
      if (!change.to().sameCpu(change.from())) {
        give(pod, change, given(pod, change.container()).withCpuOf(change.to()));
      }
    }
  }

  private static List<Change> lessFirst(
      List<Change> changes, ToLongFunction<ResizableResources> of) {
    return changes.stream()
        .sorted(
            Comparator.comparing((Change c) -> of.applyAsLong(c.to()) >= of.applyAsLong(c.from())))
        .toList();
  }

  private void give(Pod pod, Change change, ResizableResources amounts) throws RuntimeProblem {
    MutableContainer copy = MutableContainer.copyOf(change.container().spec());
    copy.resources().set(amounts.resources());
    ContainerSpec sized = new ContainerSpec(copy.reading(), change.container().kind());
    runtime.updateResources(change.running().id(), sizes.resources(pod, sized));
    allocations.actuate(pod.uid(), sized.name(), amounts);
  }

  private void complete(Pod pod, ResizeConditions conditions) {
    conditions
        .complete()
        .ifPresent(
            generation ->
                events.pod(
                    pod,
                    EventType.NORMAL,
                    "ResizeCompleted",
                    ResizeMessages.of("completed", pod, generation, "")));
  }

  private void fail(Pod pod, String problem, ResizeConditions conditions) {
    conditions
        .fail(problem, pod.generation())
        .ifPresent(
            generation ->
                events.pod(
                    pod,
                    EventType.WARNING,
                    "ResizeError",
                    ResizeMessages.of("error", pod, generation, problem)));
  }
}
