package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import java.time.Instant;
import java.util.Collection;

/** What a StatefulSet's status says of its pods. */
final class StatefulStatus {
  private StatefulStatus() {}

  /**
   * @param leaving how many pods of the current revision were told to go just now
   */
  static ObjectNode of(
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
      boolean isReady = PodStates.phase(pod).equals("Running") && PodStates.isReady(pod);
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
    ObjectNode status = JsonNodeFactory.instance.objectNode();
    JsonNode conditions = set.object().path("status").path("conditions");
    if (conditions.isArray()) {
      status.set("conditions", conditions.deepCopy());
    }
    put(status, "observedGeneration", (int) Meta.generation(set.object()));
    status.put("replicas", pods.size());
    put(status, "readyReplicas", ready);
    put(status, "currentReplicas", current);
    put(status, "updatedReplicas", updated);
    status.put("currentRevision", currentName).put("updateRevision", revisions.updateName());
    status.put("collisionCount", revisions.collisions());
    status.put("availableReplicas", available);
    return status;
  }

  static String revision(JsonNode pod) {
    return Meta.labels(pod).getOrDefault(StatefulView.REVISION, "");
  }

  private static void put(ObjectNode status, String field, int number) {
    if (number != 0) {
      status.put(field, number);
    }
  }
}
