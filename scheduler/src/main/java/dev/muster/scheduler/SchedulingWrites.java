package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.model.podspec.ApiTimes;
import dev.muster.model.podspec.Pod;
import java.io.IOException;
import java.time.InstantSource;

/** What the scheduler decides, as the API server and its users hear of it. */
record SchedulingWrites(ApiClient client, EventRecorder events, InstantSource clock) {
  /** False if the pod is gone, or has a node. */
  boolean bind(Pod pod, String node) throws IOException {
    ObjectNode binding = JsonNodeFactory.instance.objectNode();
    binding.put("kind", "Binding").put("apiVersion", "v1");
    binding
        .putObject("metadata")
        .put("name", pod.name())
        .put("namespace", pod.namespace())
        .put("uid", pod.uid());
    binding.putObject("target").put("kind", "Node").put("name", node);
    try {
      client.create(path(pod) + "/binding", binding);
    } catch (ApiProblem e) {
      if (e.isNotFound() || e.isConflict()) {
        return false;
      }
      throw e;
    }
    events.pod(
        pod, EventType.NORMAL, "Scheduled", "Successfully assigned " + pod.key() + " to " + node);
    return true;
  }

  /** A pod makes way for another. */
  void preempt(Pod victim, Pod preemptor, String node) throws IOException {
    if (victim.isDeleted()) {
      return;
    }
    String message =
        preemptor.spec().path("schedulerName").asText("default-scheduler")
            + ": preempting to accommodate a higher priority pod";
    ObjectNode condition =
        condition(victim, "DisruptionTarget", "True", "PreemptionByScheduler", message);
    try {
      patchStatus(victim, condition, nominated(victim));
      ObjectNode options = JsonNodeFactory.instance.objectNode();
      options.putObject("preconditions").put("uid", victim.uid());
      client.delete(path(victim), options);
    } catch (ApiProblem e) {
      if (e.isNotFound() || e.isConflict()) {
        return;
      }
      throw e;
    }
    events.pod(
        victim,
        EventType.NORMAL,
        "Preempted",
        "Preempted by pod " + preemptor.uid() + " on node " + node);
  }

  /**
   * Tells why the pod has no node, unless that is told already.
   *
   * @param nominated the node that is to be the pod's own; empty for none
   */
  void refuse(Pod pod, String message, String nominated) throws IOException {
    boolean known = nominated.equals(nominated(pod));
    for (JsonNode condition : pod.status().path("conditions")) {
      if (known
          && condition.path("type").asText().equals("PodScheduled")
          && condition.path("message").asText().equals(message)) {
        return;
      }
    }
    events.pod(pod, EventType.WARNING, "FailedScheduling", message);
    try {
      patchStatus(
          pod, condition(pod, "PodScheduled", "False", "Unschedulable", message), nominated);
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }

  private ObjectNode condition(Pod pod, String type, String status, String reason, String message) {
    ObjectNode condition = JsonNodeFactory.instance.objectNode().put("type", type);
    condition.put("status", status).put("reason", reason).put("message", message);
    condition.put("observedGeneration", pod.generation());
    condition.putNull("lastProbeTime").put("lastTransitionTime", ApiTimes.seconds(clock.instant()));
    return condition;
  }

  private void patchStatus(Pod pod, ObjectNode condition, String nominated) throws IOException {
    ObjectNode patch = JsonNodeFactory.instance.objectNode();
    ObjectNode status = patch.putObject("status");
    status.putArray("conditions").add(condition);
    if (nominated.isEmpty()) {
      status.putNull("nominatedNodeName");
    } else {
      status.put("nominatedNodeName", nominated);
    }
    client.strategicPatch(path(pod) + "/status", patch);
  }

  /** The node that is to be the pod's own; empty for none. */
  static String nominated(Pod pod) {
    return pod.status().path("nominatedNodeName").asText();
  }

  private static String path(Pod pod) {
    return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
  }
}
