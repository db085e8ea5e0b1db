package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.resize.ReportedResources;
import dev.muster.node.resize.ResizableResources;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerState;
import dev.muster.views.CoreV1.ContainerStateTerminated;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.MutableContainerState;
import dev.muster.views.CoreV1.MutableContainerStateTerminated;
import dev.muster.views.CoreV1.MutableContainerStateWaiting;
import dev.muster.views.CoreV1.MutableContainerStatus;
import dev.muster.views.CoreV1.MutableLinuxContainerUser;
import dev.muster.views.CoreV1.MutableVolumeMountStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.ResourceRequirements;
import dev.muster.views.CoreV1.VolumeMount;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The status of each container, as the API shows it. */
final class ContainerStatuses {
  private static final int LAST_WORDS_OF_ALL = 12 * 1024;

  private final Pod pod;
  private final PodView view;
  private final Map<String, ContainerProblem> problems;
  private final PodHealth health;
  private final NodeFacts node;
  private final LastWords lastWords;
  private final Function<String, Optional<ResizableResources>> given;
  private final boolean over;

  /**
   * @param given what a container was last given, by its name
   */
  ContainerStatuses(
      Pod pod,
      PodView view,
      Map<String, ContainerProblem> problems,
      PodHealth health,
      NodeFacts node,
      LastWords lastWords,
      Function<String, Optional<ResizableResources>> given,
      boolean over) {
    this.pod = pod;
    this.view = view;
    this.problems = problems;
    this.health = health;
    this.node = node;
    this.lastWords = lastWords;
    this.given = given;
    this.over = over;
  }

  /**
   * @param before what was reported last; missing if nothing was
   */
  ObjectNode of(ContainerSpec container, ContainerStatus before) {
    Optional<ContainerView> seen = view.container(container.name());
    MutableContainerStatus out = MutableContainerStatus.create();
    out.name(container.name());
    MutableContainerState state = MutableContainerState.create();
    MutableContainerState last = MutableContainerState.create();
    seen.ifPresentOrElse(
        v -> states(container, v, before, state, last), () -> unseen(before, state, last));
    waitForNext(container, seen, state, last);
    out.state(state);
    out.lastState(last);
    boolean running = state.running().present();
    boolean started = running && seen.map(health::started).orElse(false);
    out.ready(ready(container, seen, state));
    out.restartCount(seen.map(v -> (long) v.attempt()).orElse(before.restartCount().number()));
    out.image(seen.map(ContainerView::image).filter(i -> !i.isEmpty()).orElse(container.image()));
    out.imageID(seen.map(ContainerView::imageRef).orElse(before.imageID().text()));
    String id = seen.map(this::id).orElse(before.containerID().text());
    if (!id.isEmpty()) {
      out.containerID(id);
    }
    out.started(started);
    seen.ifPresent(v -> resources(container, v, before, out));
    mounts(container, out);
    if (node.groups().reportsUser()) {
      seen.filter(v -> v.startedAt() > 0).flatMap(ContainerView::user).ifPresent(u -> user(u, out));
    }
    return out.tree();
  }

  private void states(
      ContainerSpec container,
      ContainerView seen,
      ContainerStatus before,
      MutableContainerState state,
      MutableContainerState last) {
    switch (seen.state()) {
      case RUNNING ->
          state
              .running()
              .replace()
              .startedAt(Times.seconds(Instant.ofEpochSecond(0, seen.startedAt())));
      case EXITED, UNKNOWN -> state.terminated(terminated(seen, before));
      case CREATED -> waiting(state, "ContainerCreating", "");
    }
    view.previous(container.name())
        .filter(ContainerView::hasEnded)
        .ifPresent(previous -> last.terminated(terminated(previous, before)));
  }

  /** No container: not yet, or lost by the runtime. */
  private void unseen(
      ContainerStatus before, MutableContainerState state, MutableContainerState last) {
    ContainerStateTerminated ended = before.state().terminated();
    if (ended.present()) {
      state.terminated().set(ended.tree());
      if (before.lastState().terminated().present()) {
        last.terminated().set(before.lastState().terminated().tree());
      }
    } else if (before.state().running().present() && over) {
      MutableContainerStateTerminated unknown = state.terminated().replace();
      unknown
          .exitCode(137)
          .reason("ContainerStatusUnknown")
          .message("The container could not be located when the pod was terminated");
      unknown.startedAt().set(NullNode.getInstance());
      unknown.finishedAt().set(NullNode.getInstance());
    } else {
      boolean inits = !pod.initContainers().isEmpty();
      waiting(state, inits ? "PodInitializing" : "ContainerCreating", "");
    }
  }

  /** One that is to be started again, or could not be, waits; its end becomes its last state. */
  private void waitForNext(
      ContainerSpec container,
      Optional<ContainerView> seen,
      MutableContainerState state,
      MutableContainerState last) {
    ContainerProblem problem = problems.get(container.name());
    if (problem == null || state.running().present() || over) {
      return;
    }
    boolean again =
        seen.isEmpty()
            || !seen.get().hasEnded()
            || container.isSidecar()
            || Restarts.wanted(pod, container, seen.get());
    if (!again) {
      return;
    }
    state.terminated().get().ifPresent(last::terminated);
    state.tree().removeAll();
    waiting(state, problem.reason(), problem.message());
  }

  private static void waiting(MutableContainerState state, String reason, String message) {
    MutableContainerStateWaiting waiting = state.waiting().replace().reason(reason);
    if (!message.isEmpty()) {
      waiting.message(message);
    }
  }

  private MutableContainerStateTerminated terminated(ContainerView ended, ContainerStatus before) {
    MutableContainerStateTerminated out = MutableContainerStateTerminated.create();
    boolean lost = ended.state() == ContainerView.State.UNKNOWN;
    out.exitCode(lost ? 137 : ended.exitCode());
    String reason = ended.reason();
    if (reason.isEmpty()) {
      reason = lost ? "ContainerStatusUnknown" : ended.exitCode() == 0 ? "Completed" : "Error";
    }
    out.reason(reason);
    String message = told(ended, before);
    if (message.isEmpty()) {
      message = cut(lastWords.of(ended), LAST_WORDS_OF_ALL / pod.allContainers().size());
    }
    if (!message.isEmpty()) {
      out.message(message);
    }
    out.startedAt(Times.seconds(Instant.ofEpochSecond(0, ended.startedAt())));
    out.finishedAt(Times.seconds(Instant.ofEpochSecond(0, ended.finishedAt())));
    out.containerID(id(ended));
    return out;
  }

  private static String cut(String text, int bytes) {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    return all.length <= bytes ? text : new String(all, 0, bytes, StandardCharsets.UTF_8);
  }

  /** The message that was told of this container before: its file may be gone by now. */
  private String told(ContainerView ended, ContainerStatus before) {
    for (ContainerState state : List.of(before.state(), before.lastState())) {
      ContainerStateTerminated terminated = state.terminated();
      if (terminated.containerID().text().equals(id(ended))) {
        return terminated.message().text();
      }
    }
    return "";
  }

  private boolean ready(
      ContainerSpec container, Optional<ContainerView> seen, MutableContainerState state) {
    if (container.kind() == ContainerSpec.Kind.INIT && !container.isSidecar()) {
      return state.terminated().get().filter(end -> end.exitCode().number() == 0).isPresent();
    }
    return container.kind() != ContainerSpec.Kind.EPHEMERAL
        && state.running().present()
        && seen.map(health::ready).orElse(false);
  }

  private String id(ContainerView seen) {
    return node.runtimeName() + "://" + seen.id();
  }

  /** What was granted, and of a running container what it really has. */
  private void resources(
      ContainerSpec container,
      ContainerView seen,
      ContainerStatus before,
      MutableContainerStatus out) {
    ResourceRequirements granted = container.spec().resources();
    if (granted.requests().present()) {
      out.allocatedResources(granted.requests().node());
    }
    if (!seen.isRunning()) {
      out.resources()
          .set(granted.present() ? granted.tree() : JsonNodeFactory.instance.objectNode());
      return;
    }
    boolean same =
        before.state().running().present() && before.containerID().text().equals(id(seen));
    out.resources()
        .set(
            ReportedResources.of(
                granted,
                seen.resources(),
                given.apply(container.name()),
                same ? before.resources() : PodStatuses.NONE.resources()));
  }

  private static void mounts(ContainerSpec container, MutableContainerStatus out) {
    for (VolumeMount mount : container.spec().volumeMounts()) {
      MutableVolumeMountStatus one = out.volumeMounts().add();
      one.name(mount.name().text()).mountPath(mount.mountPath().text());
      if (mount.readOnly().truth()) {
        one.readOnly(true).recursiveReadOnly("Disabled");
      }
    }
  }

  private static void user(ContainerView.User user, MutableContainerStatus out) {
    MutableLinuxContainerUser linux = out.user().replace().linux().replace();
    linux.uid(user.uid()).gid(user.gid());
    if (!user.supplementalGroups().isEmpty()) {
      ArrayNode groups = linux.supplementalGroups().list();
      user.supplementalGroups().forEach(groups::add);
    }
  }
}
