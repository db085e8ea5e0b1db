package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.PodIdentity;
import dev.muster.model.codec.Times;
import dev.muster.node.resize.ResizeConditions;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.MutablePodCondition;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import dev.muster.views.CoreV1.PodReadinessGate;
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
  private final Map<String, ContainerStatus> statuses;
  private final List<PodCondition> before;
  private final Instant now;
  private final ArrayNode out = JsonNodeFactory.instance.arrayNode();

  private PodStatusConditions(
      Pod pod, Map<String, ContainerStatus> statuses, List<PodCondition> before, Instant now) {
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
      Map<String, ContainerStatus> statuses,
      String phase,
      boolean sandboxReady,
      String mismatches,
      List<ObjectNode> resize,
      List<PodCondition> before,
      Instant now) {
    PodStatusConditions conditions = new PodStatusConditions(pod, statuses, before, now);
    for (PodCondition other : before) {
      if (!OWN.contains(other.type().text())) {
        conditions.out.add(other.tree());
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
  static String mismatches(List<PodCondition> before) {
    return find(before, PodIdentity.AS_PREDICTED).message().text();
  }

  /** Most pods never have this one, and so have exactly Kubernetes' conditions. */
  private void asPredicted(String mismatches) {
    if (!mismatches.isEmpty()) {
      add(PodIdentity.AS_PREDICTED, false, IdentityCheck.REASON, mismatches);
    } else if (find(before, PodIdentity.AS_PREDICTED).present()) {
      add(PodIdentity.AS_PREDICTED, true, "", "");
    }
  }

  private void initialized(String phase) {
    List<String> incomplete = new ArrayList<>();
    for (ContainerSpec container : pod.initContainers()) {
      ContainerStatus status = statuses.get(container.name());
      boolean done =
          status != null
              && (container.isSidecar() ? status.started().truth() : status.ready().truth());
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
      ContainerStatus status = statuses.get(container.name());
      if (status == null || !status.ready().truth()) {
        unready.add(container.name());
      }
    }
    for (ContainerSpec container : pod.initContainers()) {
      ContainerStatus status = statuses.get(container.name());
      if (container.isSidecar() && (status == null || !status.ready().truth())) {
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
    for (PodReadinessGate gate : pod.spec().readinessGates()) {
      String type = gate.conditionType().text();
      PodCondition condition = find(before, type);
      if (condition.absent()) {
        problems.add(
            "corresponding condition of pod readiness gate \"" + type + "\" does not exist.");
      } else if (!condition.status().text().equals("True")) {
        problems.add(
            "the status of pod readiness gate \""
                + type
                + "\" is not \"True\", but "
                + condition.status().text());
      }
    }
    return problems;
  }

  /** The condition of a type; absent if there is none. */
  private static PodCondition find(List<PodCondition> before, String type) {
    for (PodCondition condition : before) {
      if (condition.type().text().equals(type)) {
        return condition;
      }
    }
    return PodCondition.of(MissingNode.getInstance());
  }

  private void add(String type, boolean holds, String reason, String message) {
    String status = holds ? "True" : "False";
    PodCondition old = find(before, type);
    boolean same = old.status().text().equals(status);
    MutablePodCondition condition = MutablePodCondition.of(out.addObject()).type(type);
    if (pod.generation() > 0) {
      condition.observedGeneration(pod.generation());
    }
    condition.status(status).lastProbeTime().set(NullNode.getInstance());
    condition.lastTransitionTime(same ? old.lastTransitionTime().text() : Times.seconds(now));
    if (!reason.isEmpty()) {
      condition.reason(reason);
    }
    if (!message.isEmpty()) {
      condition.message(message);
    }
  }
}
