package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.PodIdentity;
import dev.muster.model.podspec.ApiTimes;
import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import dev.muster.node.resize.ResizeConditions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A pod's conditions: the node's own; others' stay as they are. */
final class PodStatusConditions {
  private static final Set<String> OWN =
      Set.of(
          "PodReadyToStartContainers",
          "Initialized",
          "Ready",
          "ContainersReady",
          "PodScheduled",
          PodIdentity.AS_PREDICTED,
          ResizeConditions.PENDING,
          ResizeConditions.IN_PROGRESS);

  private final Pod pod;
  private final Map<String, JsonNode> statuses;
  private final JsonNode before;
  private final Instant now;
  private final ArrayNode out = JsonNodeFactory.instance.arrayNode();

  private PodStatusConditions(
      Pod pod, Map<String, JsonNode> statuses, JsonNode before, Instant now) {
    this.pod = pod;
    this.statuses = statuses;
    this.before = before;
    this.now = now;
  }

  /**
   * @param statuses of containers, by name
   * @param mismatches processes that are not who they should be; empty if all are
   * @param resize the conditions that tell of a resize
   * @param before the conditions that were there
   */
  static ArrayNode of(
      Pod pod,
      Map<String, JsonNode> statuses,
      String phase,
      boolean sandboxReady,
      String mismatches,
      List<ObjectNode> resize,
      JsonNode before,
      Instant now) {
    PodStatusConditions conditions = new PodStatusConditions(pod, statuses, before, now);
    for (JsonNode other : before) {
      if (!OWN.contains(other.path("type").asText())) {
        conditions.out.add(other);
      }
    }
    resize.forEach(conditions.out::add);
    conditions.add("PodReadyToStartContainers", sandboxReady, "", "");
    conditions.initialized(phase);
    conditions.ready(phase);
    conditions.add("PodScheduled", true, "", "");
    conditions.asPredicted(mismatches);
    return conditions.out;
  }

  /** What was told last of processes that are not who they should be. */
  static String mismatches(JsonNode before) {
    return find(before, PodIdentity.AS_PREDICTED).path("message").asText();
  }

  /** Most pods never have this one, and so have exactly Kubernetes' conditions. */
  private void asPredicted(String mismatches) {
    if (!mismatches.isEmpty()) {
      add(PodIdentity.AS_PREDICTED, false, IdentityCheck.REASON, mismatches);
    } else if (!find(before, PodIdentity.AS_PREDICTED).isMissingNode()) {
      add(PodIdentity.AS_PREDICTED, true, "", "");
    }
  }

  private void initialized(String phase) {
    List<String> incomplete = new ArrayList<>();
    for (ContainerSpec container : pod.initContainers()) {
      JsonNode status = statuses.get(container.name());
      boolean done =
          status != null
              && (container.isSidecar()
                  ? status.path("started").asBoolean()
                  : status.path("ready").asBoolean());
      if (!done) {
        incomplete.add(container.name());
      }
    }
    if (phase.equals("Succeeded")) {
      add("Initialized", true, "PodCompleted", "");
    } else if (incomplete.isEmpty()) {
      add("Initialized", true, "", "");
    } else {
      add(
          "Initialized",
          false,
          "ContainersNotInitialized",
          "containers with incomplete status: [" + String.join(" ", incomplete) + "]");
    }
  }

  private void ready(String phase) {
    List<String> unready = new ArrayList<>();
    for (ContainerSpec container : pod.containers()) {
      JsonNode status = statuses.get(container.name());
      if (status == null || !status.path("ready").asBoolean()) {
        unready.add(container.name());
      }
    }
    for (ContainerSpec container : pod.initContainers()) {
      JsonNode status = statuses.get(container.name());
      if (container.isSidecar() && (status == null || !status.path("ready").asBoolean())) {
        unready.add(container.name());
      }
    }
    String reason = "";
    String message = "";
    if (phase.equals("Succeeded")) {
      reason = "PodCompleted";
    } else if (phase.equals("Failed")) {
      reason = "PodFailed";
    } else if (!unready.isEmpty()) {
      reason = "ContainersNotReady";
      message = "containers with unready status: [" + String.join(" ", unready) + "]";
    }
    boolean ready = reason.isEmpty();
    List<String> gates = gates();
    if (ready && !gates.isEmpty()) {
      add("Ready", false, "ReadinessGatesNotReady", String.join(", ", gates));
    } else {
      add("Ready", ready, reason, message);
    }
    add("ContainersReady", ready, reason, message);
  }

  private List<String> gates() {
    List<String> problems = new ArrayList<>();
    for (JsonNode gate : pod.spec().path("readinessGates")) {
      String type = gate.path("conditionType").asText();
      JsonNode condition = find(before, type);
      if (condition.isMissingNode()) {
        problems.add(
            "corresponding condition of pod readiness gate \"" + type + "\" does not exist.");
      } else if (!condition.path("status").asText().equals("True")) {
        problems.add(
            "the status of pod readiness gate \""
                + type
                + "\" is not \"True\", but "
                + condition.path("status").asText());
      }
    }
    return problems;
  }

  private static JsonNode find(JsonNode before, String type) {
    for (JsonNode condition : before) {
      if (condition.path("type").asText().equals(type)) {
        return condition;
      }
    }
    return before.path("");
  }

  private void add(String type, boolean holds, String reason, String message) {
    String status = holds ? "True" : "False";
    JsonNode old = find(before, type);
    boolean same = old.path("status").asText().equals(status);
    ObjectNode condition = out.addObject().put("type", type);
    if (pod.generation() > 0) {
      condition.put("observedGeneration", pod.generation());
    }
    condition.put("status", status).putNull("lastProbeTime");
    condition.put(
        "lastTransitionTime",
        same ? old.path("lastTransitionTime").asText() : ApiTimes.seconds(now));
    if (!reason.isEmpty()) {
      condition.put("reason", reason);
    }
    if (!message.isEmpty()) {
      condition.put("message", message);
    }
  }
}
