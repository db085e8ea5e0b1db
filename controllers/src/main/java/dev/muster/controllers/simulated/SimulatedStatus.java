package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import java.time.Instant;
import java.util.List;

/** What a simulated node says of a pod. Pure. */
final class SimulatedStatus {
  /** {@code Succeeded} or {@code Failed}: how the pod has ended. */
  static final String PHASE = "simulate.muster.dev/phase";

  /** How often its containers have started again. */
  static final String RESTARTS = "simulate.muster.dev/restarts";

  /** {@code false}: it runs and is not ready. */
  static final String READY = "simulate.muster.dev/ready";

  private SimulatedStatus() {}

  /**
   * @param address of the pod
   */
  static ObjectNode of(JsonNode pod, String address, Instant now) {
    String wish = Meta.annotation(pod, PHASE);
    boolean ended = wish.equals("Succeeded") || wish.equals("Failed");
    boolean ready = !ended && !Meta.annotation(pod, READY).equals("false");
    String time = ObjectConditions.time(now);
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    status.put("phase", ended ? wish : "Running");
    status.put("podIP", address).putArray("podIPs").addObject().put("ip", address);
    status.put("startTime", pod.path("status").path("startTime").asText(time));
    ArrayNode conditions = status.putArray("conditions");
    for (String type : List.of("Initialized", "Ready", "ContainersReady", "PodScheduled")) {
      boolean holds = ready || type.equals("Initialized") || type.equals("PodScheduled");
      condition(conditions, pod.path("status"), type, holds, time);
    }
    containers(status, pod, "initContainers", "initContainerStatuses", true, "Succeeded", time);
    containers(status, pod, "containers", "containerStatuses", ended, wish, time);
    return status;
  }

  private static void condition(
      ArrayNode conditions, JsonNode before, String type, boolean holds, String time) {
    JsonNode known = ObjectConditions.find(before, type);
    String value = holds ? "True" : "False";
    boolean same = known.path("status").asText().equals(value);
    ObjectNode condition = conditions.addObject().put("type", type).put("status", value);
    condition.put(
        "lastTransitionTime", same ? known.path("lastTransitionTime").asText(time) : time);
  }

  private static void containers(
      ObjectNode status,
      JsonNode pod,
      String specs,
      String statuses,
      boolean ended,
      String how,
      String time) {
    if (pod.path("spec").path(specs).isEmpty()) {
      return;
    }
    ArrayNode all = status.putArray(statuses);
    String restarts = Meta.annotation(pod, RESTARTS);
    for (JsonNode spec : pod.path("spec").path(specs)) {
      ObjectNode one = all.addObject().put("name", spec.path("name").asText());
      one.put("image", spec.path("image").asText()).put("imageID", "").put("ready", !ended);
      one.put("restartCount", restarts.matches("\\d{1,6}") ? Integer.parseInt(restarts) : 0);
      one.put("started", !ended);
      ObjectNode state = one.putObject("state");
      if (ended) {
        boolean failed = how.equals("Failed");
        ObjectNode end = state.putObject("terminated").put("exitCode", failed ? 1 : 0);
        end.put("reason", failed ? "Error" : "Completed");
        end.put("startedAt", time).put("finishedAt", time);
      } else {
        String since = pod.path("status").path("startTime").asText(time);
        state.putObject("running").put("startedAt", since);
      }
    }
  }

  /** Whether a pod's status says something else than this one, but for times. */
  static boolean differs(JsonNode pod, ObjectNode status) {
    JsonNode before = pod.path("status");
    for (String field : List.of("phase", "podIP", "conditions")) {
      if (!before.path(field).equals(status.path(field))) {
        return true;
      }
    }
    return restarts(before) != restarts(status);
  }

  private static int restarts(JsonNode status) {
    return status.path("containerStatuses").path(0).path("restartCount").asInt();
  }
}
