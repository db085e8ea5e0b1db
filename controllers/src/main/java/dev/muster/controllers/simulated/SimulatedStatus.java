package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.controllers.simulated.Simulation.Phase;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import dev.muster.views.CoreV1.PodReadinessGate;
import java.time.Instant;

/** What a simulated node says of a pod. Pure. */
final class SimulatedStatus {
  private SimulatedStatus() {}

  /**
   * What is to be written.
   *
   * @param address of the pod
   */
  static MutablePodStatus of(JsonNode pod, String address, Instant now) {
    boolean initialized = !SimulatedContainers.isRefused(Pod.of(pod), "initContainers");
    boolean refused = !initialized || SimulatedContainers.isRefused(Pod.of(pod), "containers");
    Phase wish = Simulation.phase(pod);
    Phase phase = refused ? Phase.Pending : wish;
    String time = ObjectConditions.time(now);
    MutablePodStatus status = MutablePodStatus.create();
    if (Meta.generation(pod) > 0) {
      status.observedGeneration(Meta.generation(pod));
    }
    status.phase(phase.name());
    status.podIP(address).podIPs().add().ip(address);
    status.startTime(Pod.of(pod).status().startTime().textOr(time));
    boolean containersReady = phase == Phase.Running && Simulation.isReady(pod);
    Conditions conditions = new Conditions(status.conditions().replace(), pod, phase, time);
    conditions.put("PodReadyToStartContainers", !phase.hasEnded(), "");
    conditions.put("Initialized", initialized && wish != Phase.Pending, "ContainersNotInitialized");
    conditions.put("Ready", containersReady && gatesAreOpen(Pod.of(pod)), "ContainersNotReady");
    conditions.put("ContainersReady", containersReady, "ContainersNotReady");
    conditions.put("PodScheduled", true, "");
    SimulatedContainers containers =
        new SimulatedContainers(pod, initialized ? wish : Phase.Pending, time);
    ArrayNode inits = containers.inits();
    if (!inits.isEmpty()) {
      status.initContainerStatuses().set(inits);
    }
    status.containerStatuses().set(containers.all());
    return status;
  }

  private static boolean gatesAreOpen(Pod pod) {
    for (PodReadinessGate gate : pod.spec().readinessGates()) {
      String type = gate.conditionType().text();
      PodCondition found = PodCondition.of(ObjectConditions.find(pod.status().tree(), type));
      if (!found.status().text().equals("True")) {
        return false;
      }
    }
    return true;
  }

  /** Conditions keep the time of their last change. */
  private record Conditions(ArrayNode all, JsonNode pod, Phase phase, String now) {
    void put(String type, boolean holds, String otherwise) {
      PodCondition known =
          PodCondition.of(ObjectConditions.find(Pod.of(pod).status().tree(), type));
      String value = holds ? "True" : "False";
      boolean same = known.status().text().equals(value);
      ObjectNode condition = all.addObject().put("type", type).put("status", value);
      if (!holds && !otherwise.isEmpty()) {
        condition.put(
            "reason",
            switch (phase) {
              case Pending, Running -> otherwise;
              case Succeeded -> "PodCompleted";
              case Failed -> "PodFailed";
            });
      }
      condition.put("lastTransitionTime", same ? known.lastTransitionTime().textOr(now) : now);
    }
  }
}
