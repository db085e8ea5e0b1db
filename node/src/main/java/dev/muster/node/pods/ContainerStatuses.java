package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.ApiTimes;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.resize.ReportedResources;
import dev.muster.node.resize.ResizableResources;
import dev.muster.node.runtime.ContainerView;
import dev.muster.node.runtime.PodView;
import java.nio.charset.StandardCharsets;
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
  ObjectNode of(ContainerSpec container, JsonNode before) {
    Optional<ContainerView> seen = view.container(container.name());
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    out.put("name", container.name());
    ObjectNode state = JsonNodeFactory.instance.objectNode();
    ObjectNode last = JsonNodeFactory.instance.objectNode();
    seen.ifPresentOrElse(
        v -> states(container, v, before, state, last), () -> unseen(before, state, last));
    waitForNext(container, seen, state, last);
    out.set("state", state);
    out.set("lastState", last);
    boolean running = state.has("running");
    boolean started = running && seen.map(health::started).orElse(false);
    out.put("ready", ready(container, seen, state));
    out.put(
        "restartCount",
        seen.map(v -> (long) v.attempt()).orElse(before.path("restartCount").asLong()));
    out.put(
        "image",
        seen.map(ContainerView::image).filter(i -> !i.isEmpty()).orElse(container.image()));
    out.put("imageID", seen.map(ContainerView::imageRef).orElse(before.path("imageID").asText()));
    String id = seen.map(this::id).orElse(before.path("containerID").asText());
    if (!id.isEmpty()) {
      out.put("containerID", id);
    }
    out.put("started", started);
    seen.ifPresent(v -> resources(container, v, before, out));
    mounts(container, out);
    if (node.groups().reportsUser()) {
      seen.filter(v -> v.startedAt() > 0).flatMap(ContainerView::user).ifPresent(u -> user(u, out));
    }
    return out;
  }

  private void states(
      ContainerSpec container,
      ContainerView seen,
      JsonNode before,
      ObjectNode state,
      ObjectNode last) {
    switch (seen.state()) {
      case RUNNING ->
          state
              .putObject("running")
              .put("startedAt", ApiTimes.seconds(ApiTimes.ofNanos(seen.startedAt())));
      case EXITED, UNKNOWN -> state.set("terminated", terminated(seen, before));
      case CREATED -> waiting(state, "ContainerCreating", "");
    }
    view.previous(container.name())
        .filter(ContainerView::hasEnded)
        .ifPresent(previous -> last.set("terminated", terminated(previous, before)));
  }

  /** No container: not yet, or lost by the runtime. */
  private void unseen(JsonNode before, ObjectNode state, ObjectNode last) {
    JsonNode ended = before.path("state").path("terminated");
    if (ended.isObject()) {
      state.set("terminated", ended);
      if (before.path("lastState").path("terminated").isObject()) {
        last.set("terminated", before.path("lastState").path("terminated"));
      }
    } else if (before.path("state").has("running") && over) {
      state
          .putObject("terminated")
          .put("exitCode", 137L)
          .put("reason", "ContainerStatusUnknown")
          .put("message", "The container could not be located when the pod was terminated")
          .putNull("startedAt")
          .putNull("finishedAt");
    } else {
      boolean inits = !pod.initContainers().isEmpty();
      waiting(state, inits ? "PodInitializing" : "ContainerCreating", "");
    }
  }

  /** One that is to be started again, or could not be, waits; its end becomes its last state. */
  private void waitForNext(
      ContainerSpec container, Optional<ContainerView> seen, ObjectNode state, ObjectNode last) {
    ContainerProblem problem = problems.get(container.name());
    if (problem == null || state.has("running") || over) {
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
    JsonNode ended = state.remove("terminated");
    if (ended != null) {
      last.set("terminated", ended);
    }
    state.removeAll();
    waiting(state, problem.reason(), problem.message());
  }

  private static void waiting(ObjectNode state, String reason, String message) {
    ObjectNode waiting = state.putObject("waiting").put("reason", reason);
    if (!message.isEmpty()) {
      waiting.put("message", message);
    }
  }

  private ObjectNode terminated(ContainerView ended, JsonNode before) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    boolean lost = ended.state() == ContainerView.State.UNKNOWN;
    out.put("exitCode", lost ? 137L : ended.exitCode());
    String reason = ended.reason();
    if (reason.isEmpty()) {
      reason = lost ? "ContainerStatusUnknown" : ended.exitCode() == 0 ? "Completed" : "Error";
    }
    out.put("reason", reason);
    String message = told(ended, before);
    if (message.isEmpty()) {
      message = cut(lastWords.of(ended), LAST_WORDS_OF_ALL / pod.allContainers().size());
    }
    if (!message.isEmpty()) {
      out.put("message", message);
    }
    out.put("startedAt", ApiTimes.seconds(ApiTimes.ofNanos(ended.startedAt())));
    out.put("finishedAt", ApiTimes.seconds(ApiTimes.ofNanos(ended.finishedAt())));
    out.put("containerID", id(ended));
    return out;
  }

  private static String cut(String text, int bytes) {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    return all.length <= bytes ? text : new String(all, 0, bytes, StandardCharsets.UTF_8);
  }

  /** The message that was told of this container before: its file may be gone by now. */
  private String told(ContainerView ended, JsonNode before) {
    for (String state : new String[] {"state", "lastState"}) {
      JsonNode terminated = before.path(state).path("terminated");
      if (terminated.path("containerID").asText().equals(id(ended))) {
        return terminated.path("message").asText();
      }
    }
    return "";
  }

  private boolean ready(ContainerSpec container, Optional<ContainerView> seen, ObjectNode state) {
    if (container.kind() == ContainerSpec.Kind.INIT && !container.isSidecar()) {
      return state.has("terminated") && state.path("terminated").path("exitCode").asInt() == 0;
    }
    return container.kind() != ContainerSpec.Kind.EPHEMERAL
        && state.has("running")
        && seen.map(health::ready).orElse(false);
  }

  private String id(ContainerView seen) {
    return node.runtimeName() + "://" + seen.id();
  }

  /** What was granted, and of a running container what it really has. */
  private void resources(
      ContainerSpec container, ContainerView seen, JsonNode before, ObjectNode out) {
    JsonNode granted = container.tree().path("resources");
    if (granted.path("requests").isObject()) {
      out.set("allocatedResources", granted.path("requests"));
    }
    if (!seen.isRunning()) {
      out.set("resources", granted.isObject() ? granted : JsonNodeFactory.instance.objectNode());
      return;
    }
    boolean same =
        before.path("state").has("running") && before.path("containerID").asText().equals(id(seen));
    out.set(
        "resources",
        ReportedResources.of(
            granted,
            seen.resources(),
            given.apply(container.name()),
            same ? before.path("resources") : before.path("")));
  }

  private static void mounts(ContainerSpec container, ObjectNode out) {
    ArrayNode mounts = JsonNodeFactory.instance.arrayNode();
    for (JsonNode mount : container.tree().path("volumeMounts")) {
      ObjectNode one =
          mounts
              .addObject()
              .put("name", mount.path("name").asText())
              .put("mountPath", mount.path("mountPath").asText());
      if (mount.path("readOnly").asBoolean()) {
        one.put("readOnly", true).put("recursiveReadOnly", "Disabled");
      }
    }
    if (!mounts.isEmpty()) {
      out.set("volumeMounts", mounts);
    }
  }

  private static void user(ContainerView.User user, ObjectNode out) {
    ObjectNode linux = out.putObject("user").putObject("linux");
    linux.put("uid", user.uid()).put("gid", user.gid());
    if (!user.supplementalGroups().isEmpty()) {
      ArrayNode groups = linux.putArray("supplementalGroups");
      user.supplementalGroups().forEach(groups::add);
    }
  }
}
