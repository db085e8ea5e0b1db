package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.controllers.simulated.Simulation.Phase;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.ContainerState;
import dev.muster.views.CoreV1.ContainerStateTerminated;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.MutableContainerState;
import dev.muster.views.CoreV1.MutableContainerStateTerminated;
import dev.muster.views.CoreV1.MutableContainerStateWaiting;
import dev.muster.views.CoreV1.MutableContainerStatus;
import dev.muster.views.CoreV1.Pod;

/** What a simulated node says of a pod's containers. */
final class SimulatedContainers {
  private final Pod pod;
  private final Phase phase;
  private final String now;

  SimulatedContainers(JsonNode pod, Phase phase, String now) {
    this.pod = Pod.of(pod);
    this.phase = phase;
    this.now = now;
  }

  /** Whether one of a list would not be started. */
  static boolean isRefused(Pod pod, String list) {
    for (JsonNode spec : pod.spec().tree().path(list)) {
      if (SimulatedUser.of(pod.tree(), spec) instanceof SimulatedUser.Refused) {
        return true;
      }
    }
    return false;
  }

  /** Init containers: those that go on beside the others run, the others have done their work. */
  ArrayNode inits() {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (Container spec : pod.spec().initContainers()) {
      boolean sidecar = spec.restartPolicy().text().equals("Always");
      all.add(
          status(spec, "initContainerStatuses", sidecar || notYet() ? phase : Phase.Succeeded)
              .tree());
    }
    return all;
  }

  private boolean notYet() {
    return phase == Phase.Pending;
  }

  ArrayNode all() {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (Container spec : pod.spec().containers()) {
      all.add(status(spec, "containerStatuses", phase).tree());
    }
    return all;
  }

  private MutableContainerStatus status(Container spec, String list, Phase how) {
    String name = spec.name().text();
    ContainerStatus before = ContainerStatus.of(before(list, name));
    MutableContainerStatus one = MutableContainerStatus.create().name(name);
    MutableContainerState state = one.state().replace();
    int restarts = list.equals("containerStatuses") ? Simulation.restarts(pod.tree()) : 0;
    boolean runs = false;
    switch (SimulatedUser.of(pod.tree(), spec.tree())) {
      case SimulatedUser.Refused refused ->
          wait(state, "CreateContainerConfigError", refused.why());
      case SimulatedUser.Predicted predicted -> {
        runs = state(state, how, before, restarts);
        if (how != Phase.Pending) {
          one.user().set(predicted.user());
        }
      }
      case SimulatedUser.Unknown unknown -> runs = state(state, how, before, restarts);
    }
    if (restarts > 0) {
      ended(one.lastState().replace(), Simulation.exitCode(pod.tree()), before.lastState());
    }
    boolean done = list.equals("initContainerStatuses") && how == Phase.Succeeded;
    one.ready(runs ? Simulation.isReady(pod.tree()) : done).restartCount(restarts);
    one.image(spec.image().text()).imageID("").started(runs);
    return one;
  }

  /** Whether it runs. */
  private boolean state(
      MutableContainerState state, Phase how, ContainerStatus before, int restarts) {
    switch (how) {
      case Pending -> wait(state, "ContainerCreating", "");
      case Running -> {
        boolean same = before.restartCount().number() == restarts;
        String since = before.state().running().startedAt().textOr(now);
        state.running().replace().startedAt(same ? since : now);
      }
      case Succeeded -> ended(state, 0, before.state());
      case Failed -> ended(state, Simulation.exitCode(pod.tree()), before.state());
    }
    return how == Phase.Running;
  }

  private static void wait(MutableContainerState state, String reason, String message) {
    MutableContainerStateWaiting waiting = state.waiting().replace().reason(reason);
    if (!message.isEmpty()) {
      waiting.message(message);
    }
  }

  private void ended(MutableContainerState state, int code, ContainerState before) {
    ContainerStateTerminated known = before.terminated();
    MutableContainerStateTerminated end = state.terminated().replace().exitCode(code);
    end.reason(code == 0 ? "Completed" : "Error");
    String started = before.running().startedAt().textOr(now);
    end.startedAt(known.startedAt().textOr(started));
    end.finishedAt(known.finishedAt().textOr(now));
  }

  private JsonNode before(String list, String name) {
    for (JsonNode status : pod.status().tree().path(list)) {
      if (ContainerStatus.of(status).name().text().equals(name)) {
        return status;
      }
    }
    return MissingNode.getInstance();
  }
}
