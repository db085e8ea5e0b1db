package dev.muster.scheduler;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventRecorder;
import dev.muster.client.events.EventType;
import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1.MutableBinding;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodCondition;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import dev.muster.views.MetaV1.MutableDeleteOptions;
import java.io.IOException;
import java.time.InstantSource;

/** What the scheduler decides, as the API server and its users hear of it. */
record SchedulingWrites(ApiClient client, EventRecorder events, InstantSource clock) {
  /** False if the pod is gone, or has a node. */
  boolean bind(Pod pod, String node) throws IOException {
    MutableBinding binding = MutableBinding.create().kind("Binding").apiVersion("v1");
    binding.metadata().ensure().name(pod.name()).namespace(pod.namespace()).uid(pod.uid());
    binding.target().ensure().kind("Node").name(node);
    try {
      client.create(path(pod) + "/binding", binding.tree());
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
        preemptor.spec().schedulerName().textOr("default-scheduler")
            + ": preempting to accommodate a higher priority pod";
    MutablePodCondition condition =
        condition(victim, "DisruptionTarget", "True", "PreemptionByScheduler", message);
    try {
      patchStatus(victim, condition, nominated(victim));
      MutableDeleteOptions options = MutableDeleteOptions.create();
      options.preconditions().ensure().uid(victim.uid());
      client.delete(path(victim), options.tree());
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
    for (PodCondition condition : pod.status().conditions()) {
      if (known
          && condition.type().text().equals("PodScheduled")
          && condition.message().text().equals(message)) {
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

  private MutablePodCondition condition(
      Pod pod, String type, String status, String reason, String message) {
    MutablePodCondition condition = MutablePodCondition.create().type(type);
    condition.status(status).reason(reason).message(message);
    condition.observedGeneration(pod.generation());
    condition.lastProbeTime().set(NullNode.getInstance());
    return condition.lastTransitionTime(Times.seconds(clock.instant()));
  }

  private void patchStatus(Pod pod, MutablePodCondition condition, String nominated)
      throws IOException {
    MutablePod patch = MutablePod.create();
    MutablePodStatus status = patch.status().ensure();
    status.conditions().add(condition);
    if (nominated.isEmpty()) {
      status.nominatedNodeName().set(NullNode.getInstance());
    } else {
      status.nominatedNodeName(nominated);
    }
    client.strategicPatch(path(pod) + "/status", patch.tree());
  }

  /** The node that is to be the pod's own; empty for none. */
  static String nominated(Pod pod) {
    return pod.status().nominatedNodeName().text();
  }

  private static String path(Pod pod) {
    return "/api/v1/namespaces/" + pod.namespace() + "/pods/" + pod.name();
  }
}
