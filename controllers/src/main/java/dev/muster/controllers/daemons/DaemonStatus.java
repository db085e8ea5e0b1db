package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What a DaemonSet's status says of nodes and pods. */
final class DaemonStatus {
  private DaemonStatus() {}

  /**
   * @param acted whether this generation was acted on
   */
  static ObjectNode of(
      DaemonView daemon,
      List<ObjectNode> nodes,
      Map<String, List<ObjectNode>> podsByNode,
      String hash,
      boolean acted,
      Instant now) {
    int desired = 0;
    int current = 0;
    int misscheduled = 0;
    int ready = 0;
    int updated = 0;
    int available = 0;
    for (ObjectNode node : nodes) {
      List<ObjectNode> pods = podsByNode.getOrDefault(Meta.name(node), List.of());
      boolean run = daemon.fit(node).run();
      desired += run ? 1 : 0;
      if (pods.isEmpty()) {
        continue;
      }
      if (!run) {
        misscheduled++;
        continue;
      }
      ObjectNode pod = pods.getFirst();
      current++;
      ready += PodStates.isReady(pod) ? 1 : 0;
      available += PodStates.isAvailable(pod, daemon.minReadySeconds(), now) ? 1 : 0;
      updated += daemon.isUpdated(pod, hash) ? 1 : 0;
    }
    ObjectNode status =
        daemon.object().path("status") instanceof ObjectNode before
            ? before.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    status.put("currentNumberScheduled", current);
    status.put("numberMisscheduled", misscheduled);
    status.put("desiredNumberScheduled", desired);
    status.put("numberReady", ready);
    put(status, "updatedNumberScheduled", updated);
    put(status, "numberAvailable", available);
    put(status, "numberUnavailable", desired - available);
    if (acted) {
      status.put("observedGeneration", (int) Meta.generation(daemon.object()));
    }
    return status;
  }

  private static void put(ObjectNode status, String field, int number) {
    if (number == 0) {
      status.remove(field);
    } else {
      status.put(field, number);
    }
  }
}
