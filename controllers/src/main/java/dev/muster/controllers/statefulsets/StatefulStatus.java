package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import dev.muster.views.AppsV1.MutableStatefulSetStatus;
import dev.muster.views.AppsV1.StatefulSet;
import dev.muster.views.AppsV1.StatefulSetCondition;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.ViewList;
import java.time.Instant;
import java.util.Collection;

/** What a StatefulSet's status says of its pods. */
final class StatefulStatus {
  private StatefulStatus() {}

  /**
   * @param leaving how many pods of the current revision were told to go just now
   */
  static MutableStatefulSetStatus of(
      StatefulView set,
      StatefulRevisions revisions,
      Collection<ObjectNode> pods,
      int leaving,
      Instant now) {
    int ready = 0;
    int available = 0;
    int current = -leaving;
    int updated = 0;
    for (ObjectNode pod : pods) {
      boolean isReady = PodStates.phase(Pod.of(pod)).equals("Running") && PodStates.isReady(pod);
      ready += isReady ? 1 : 0;
      available += isReady && PodStates.isAvailable(pod, set.minReadySeconds(), now) ? 1 : 0;
      if (!Meta.isBeingDeleted(pod)) {
        String revision = revision(pod);
        current += revision.equals(revisions.currentName()) ? 1 : 0;
        updated += revision.equals(revisions.updateName()) ? 1 : 0;
      }
    }
    String currentName = revisions.currentName();
    int wanted = set.replicas();
    if (set.rolling() && updated == wanted && ready == wanted && pods.size() == wanted) {
      current = updated;
      currentName = revisions.updateName();
    }
    MutableStatefulSetStatus status = MutableStatefulSetStatus.create();
    ViewList<StatefulSetCondition> conditions = StatefulSet.of(set.object()).status().conditions();
    if (conditions.at().present()) {
      status.conditions().set(conditions.at().node().deepCopy());
    }
    status.observedGeneration().setUnlessZero(Meta.generation(set.object()));
    status.replicas(pods.size());
    status.readyReplicas().setUnlessZero(ready);
    status.currentReplicas().setUnlessZero(current);
    status.updatedReplicas().setUnlessZero(updated);
    status.currentRevision(currentName).updateRevision(revisions.updateName());
    status.collisionCount(revisions.collisions());
    status.availableReplicas(available);
    return status;
  }

  static String revision(JsonNode pod) {
    return Meta.labels(pod).getOrDefault(StatefulView.REVISION, "");
  }
}
