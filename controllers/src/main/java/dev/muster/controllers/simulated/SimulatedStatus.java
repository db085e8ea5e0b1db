package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.controllers.simulated.Simulation.Phase;
import java.time.Instant;

/** What a simulated node says of a pod. Pure. */
final class SimulatedStatus {
  private SimulatedStatus() {}

  /**
   * What is to be written.
   *
   * @param address of the pod
   */
  static ObjectNode of(JsonNode pod, String address, Instant now) {
    boolean initialized = !SimulatedContainers.isRefused(pod, "initContainers");
    boolean refused = !initialized || SimulatedContainers.isRefused(pod, "containers");
    Phase wish = Simulation.phase(pod);
    Phase phase = refused ? Phase.Pending : wish;
    String time = ObjectConditions.time(now);
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    if (Meta.generation(pod) > 0) {
      status.put("observedGeneration", Meta.generation(pod));
    }
    status.put("phase", phase.name());
    status.put("podIP", address).putArray("podIPs").addObject().put("ip", address);
    status.put("startTime", pod.path("status").path("startTime").asText(time));
    boolean containersReady = phase == Phase.Running && Simulation.isReady(pod);
    Conditions conditions = new Conditions(status.putArray("conditions"), pod, phase, time);
    conditions.put("PodReadyToStartContainers", !phase.hasEnded(), "");
    conditions.put("Initialized", initialized && wish != Phase.Pending, "ContainersNotInitialized");
    conditions.put("Ready", containersReady && gatesAreOpen(pod), "ContainersNotReady");
    conditions.put("ContainersReady", containersReady, "ContainersNotReady");
    conditions.put("PodScheduled", true, "");
    SimulatedContainers containers =
        new SimulatedContainers(pod, initialized ? wish : Phase.Pending, time);
    ArrayNode inits = containers.inits();
    if (!inits.isEmpty()) {
      status.set("initContainerStatuses", inits);
    }
    status.set("containerStatuses", containers.all());
    return status;
  }

  private static boolean gatesAreOpen(JsonNode pod) {
    for (JsonNode gate : pod.path("spec").path("readinessGates")) {
      String type = gate.path("conditionType").asText();
      JsonNode found = ObjectConditions.find(pod.path("status"), type);
      if (!found.path("status").asText().equals("True")) {
        return false;
      }
    }
    return true;
  }

  /** Conditions keep the time of their last change. */
  private record Conditions(ArrayNode all, JsonNode pod, Phase phase, String now) {
    void put(String type, boolean holds, String otherwise) {
      JsonNode known = ObjectConditions.find(pod.path("status"), type);
      String value = holds ? "True" : "False";
      boolean same = known.path("status").asText().equals(value);
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
      condition.put(
          "lastTransitionTime", same ? known.path("lastTransitionTime").asText(now) : now);
    }
  }
}
