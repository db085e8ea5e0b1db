package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import dev.muster.views.AppsV1.DaemonSet;
import dev.muster.views.AppsV1.MutableDaemonSetStatus;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** What a DaemonSet's status says of nodes and pods. */
final class DaemonStatus {
  private DaemonStatus() {}

  /**
   * @param acted whether this generation was acted on
   */
  static MutableDaemonSetStatus of(
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
    MutableDaemonSetStatus status =
        MutableDaemonSetStatus.copyOf(DaemonSet.of(daemon.object()).status());
    status.currentNumberScheduled(current);
    status.numberMisscheduled(misscheduled);
    status.desiredNumberScheduled(desired);
    status.numberReady(ready);
    status.updatedNumberScheduled().setUnlessZero(updated);
    status.numberAvailable().setUnlessZero(available);
    status.numberUnavailable().setUnlessZero(desired - available);
    if (acted) {
      status.observedGeneration(Meta.generation(daemon.object()));
    }
    return status;
  }
}
