package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import java.time.Instant;
import java.util.List;

/** The conditions in a pod's status that the server itself sets. */
final class PodConditions {
  private PodConditions() {}

  static ObjectNode scheduled() {
    return condition("PodScheduled", "True");
  }

  static ObjectNode gated() {
    return condition("PodScheduled", "False")
        .put("reason", "SchedulingGated")
        .put("message", "Scheduling is blocked due to non-empty scheduling gates");
  }

  private static ObjectNode condition(String type, String status) {
    ObjectNode condition = JsonNodeFactory.instance.objectNode();
    condition.put("type", type).put("status", status).putNull("lastProbeTime");
    return condition;
  }

  /** Puts the condition in place of the one of its type; the time tells when its status changed. */
  static void set(ObjectNode status, ObjectNode condition, Instant now) {
    condition.put("lastTransitionTime", Times.seconds(now));
    List<ObjectNode> all = Children.each(status, "conditions");
    for (int i = 0; i < all.size(); i++) {
      ObjectNode before = all.get(i);
      if (before.path("type").equals(condition.path("type"))) {
        if (before.path("status").equals(condition.path("status"))) {
          condition.set("lastTransitionTime", before.path("lastTransitionTime").deepCopy());
        }
        ((ArrayNode) status.get("conditions")).set(i, condition);
        return;
      }
    }
    if (!(status.get("conditions") instanceof ArrayNode)) {
      status.putArray("conditions");
    }
    ((ArrayNode) status.get("conditions")).add(condition);
  }
}
