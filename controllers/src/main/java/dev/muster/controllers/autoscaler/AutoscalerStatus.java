package dev.muster.controllers.autoscaler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import java.time.Instant;

/** An autoscaler's status while it is worked on: a copy that is changed and then written. */
record AutoscalerStatus(ObjectNode tree, Instant now) {
  static final String ABLE = "AbleToScale";
  static final String ACTIVE = "ScalingActive";

  static AutoscalerStatus of(ObjectNode autoscaler, Instant now) {
    ObjectNode status =
        autoscaler.path("status") instanceof ObjectNode there
            ? there.deepCopy()
            : autoscaler.objectNode();
    return new AutoscalerStatus(status, now);
  }

  /** The time of the last change stays as long as the condition is as it was. */
  void set(String type, boolean holds, String reason, String message) {
    String wanted = holds ? "True" : "False";
    ObjectNode condition = null;
    for (JsonNode each : tree.path("conditions")) {
      if (each.path("type").asText().equals(type)) {
        condition = (ObjectNode) each;
      }
    }
    if (condition == null) {
      condition = tree.withArrayProperty("conditions").addObject();
    }
    if (!condition.path("status").asText().equals(wanted)) {
      condition.put("lastTransitionTime", Times.seconds(now));
    }
    condition.put("type", type).put("status", wanted).put("reason", reason);
    condition.put("message", message);
  }

  void replicas(int current, int desired) {
    tree.put("currentReplicas", current).put("desiredReplicas", desired);
  }

  void scaled() {
    tree.put("lastScaleTime", Times.seconds(now));
  }
}
