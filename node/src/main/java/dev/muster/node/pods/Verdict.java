package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.node.events.EventType;
import dev.muster.node.pod.Times;
import java.time.Instant;

/**
 * Why the node ends a pod that wants to go on.
 *
 * @param type of the event about it
 * @param atOnce whether its containers are killed without waiting
 * @param at when it was passed
 */
record Verdict(EventType type, String reason, String message, boolean atOnce, Instant at) {
  static Verdict deadline() {
    return new Verdict(
        EventType.NORMAL,
        "DeadlineExceeded",
        "Pod was active on the node longer than the specified deadline",
        false,
        Instant.EPOCH);
  }

  static Verdict evicted(String message, Instant at) {
    return new Verdict(EventType.WARNING, "Evicted", message, true, at);
  }

  /** Once nothing runs any more. */
  void tell(ObjectNode status) {
    status.put("phase", "Failed").put("reason", reason).put("message", message);
    if (reason.equals("Evicted") && status.get("conditions") instanceof ArrayNode conditions) {
      disrupted(conditions);
    }
  }

  private void disrupted(ArrayNode conditions) {
    for (JsonNode condition : conditions) {
      if (condition.path("type").asText().equals("DisruptionTarget")) {
        return;
      }
    }
    conditions
        .addObject()
        .put("type", "DisruptionTarget")
        .put("status", "True")
        .putNull("lastProbeTime")
        .put("lastTransitionTime", Times.seconds(at))
        .put("reason", "TerminationByKubelet")
        .put("message", message);
  }
}
