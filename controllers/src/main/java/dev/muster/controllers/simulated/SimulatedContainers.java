package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.simulated.Simulation.Phase;

/** What a simulated node says of a pod's containers. */
final class SimulatedContainers {
  private final JsonNode pod;
  private final Phase phase;
  private final String now;

  SimulatedContainers(JsonNode pod, Phase phase, String now) {
    this.pod = pod;
    this.phase = phase;
    this.now = now;
  }

  /** Whether one of a list would not be started. */
  static boolean isRefused(JsonNode pod, String list) {
    for (JsonNode spec : pod.path("spec").path(list)) {
      if (SimulatedUser.of(pod, spec) instanceof SimulatedUser.Refused) {
        return true;
      }
    }
    return false;
  }

  /** Init containers: those that go on beside the others run, the others have done their work. */
  ArrayNode inits() {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (JsonNode spec : pod.path("spec").path("initContainers")) {
      boolean sidecar = spec.path("restartPolicy").asText().equals("Always");
      all.add(status(spec, "initContainerStatuses", sidecar || notYet() ? phase : Phase.Succeeded));
    }
    return all;
  }

  private boolean notYet() {
    return phase == Phase.Pending;
  }

  ArrayNode all() {
    ArrayNode all = JsonNodeFactory.instance.arrayNode();
    for (JsonNode spec : pod.path("spec").path("containers")) {
      all.add(status(spec, "containerStatuses", phase));
    }
    return all;
  }

  private ObjectNode status(JsonNode spec, String list, Phase how) {
    String name = spec.path("name").asText();
    JsonNode before = before(list, name);
    ObjectNode one = JsonNodeFactory.instance.objectNode().put("name", name);
    ObjectNode state = one.putObject("state");
    int restarts = list.equals("containerStatuses") ? Simulation.restarts(pod) : 0;
    boolean runs = false;
    switch (SimulatedUser.of(pod, spec)) {
      case SimulatedUser.Refused refused ->
          wait(state, "CreateContainerConfigError", refused.why());
      case SimulatedUser.Predicted predicted -> {
        runs = state(state, how, before, restarts);
        if (how != Phase.Pending) {
          one.set("user", predicted.user());
        }
      }
      case SimulatedUser.Unknown unknown -> runs = state(state, how, before, restarts);
    }
    if (restarts > 0) {
      ended(one.putObject("lastState"), Simulation.exitCode(pod), before.path("lastState"));
    }
    boolean done = list.equals("initContainerStatuses") && how == Phase.Succeeded;
    one.put("ready", runs ? Simulation.isReady(pod) : done).put("restartCount", restarts);
    one.put("image", spec.path("image").asText()).put("imageID", "").put("started", runs);
    return one;
  }

  /** Whether it runs. */
  private boolean state(ObjectNode state, Phase how, JsonNode before, int restarts) {
    switch (how) {
      case Pending -> wait(state, "ContainerCreating", "");
      case Running -> {
        boolean same = before.path("restartCount").asInt() == restarts;
        String since = before.path("state").path("running").path("startedAt").asText(now);
        state.putObject("running").put("startedAt", same ? since : now);
      }
      case Succeeded -> ended(state, 0, before.path("state"));
      case Failed -> ended(state, Simulation.exitCode(pod), before.path("state"));
    }
    return how == Phase.Running;
  }

  private static void wait(ObjectNode state, String reason, String message) {
    ObjectNode waiting = state.putObject("waiting").put("reason", reason);
    if (!message.isEmpty()) {
      waiting.put("message", message);
    }
  }

  private void ended(ObjectNode state, int code, JsonNode before) {
    JsonNode known = before.path("terminated");
    ObjectNode end = state.putObject("terminated").put("exitCode", code);
    end.put("reason", code == 0 ? "Completed" : "Error");
    String started = before.path("running").path("startedAt").asText(now);
    end.put("startedAt", known.path("startedAt").asText(started));
    end.put("finishedAt", known.path("finishedAt").asText(now));
  }

  private JsonNode before(String list, String name) {
    for (JsonNode status : pod.path("status").path(list)) {
      if (status.path("name").asText().equals(name)) {
        return status;
      }
    }
    return MissingNode.getInstance();
  }
}
