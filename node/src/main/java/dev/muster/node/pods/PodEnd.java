package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.ApiTimes;
import dev.muster.node.eviction.Eviction;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * Why the node ends a pod that wants to go on.
 *
 * @param grace the seconds that its containers have to end; its own if there are none
 * @param disrupted whether the node is the reason, and not the pod itself
 * @param at when it was passed
 */
record PodEnd(String reason, String message, OptionalLong grace, boolean disrupted, Instant at) {
  static PodEnd deadline() {
    return new PodEnd(
        "DeadlineExceeded",
        "Pod was active on the node longer than the specified deadline",
        OptionalLong.empty(),
        false,
        Instant.EPOCH);
  }

  static PodEnd evicted(Eviction why, Instant at) {
    return new PodEnd(
        Eviction.REASON, why.message(), OptionalLong.of(why.grace()), why.disrupted(), at);
  }

  /** Once nothing runs any more. */
  void tell(ObjectNode status) {
    status.put("phase", "Failed").put("reason", reason).put("message", message);
    if (disrupted && status.get("conditions") instanceof ArrayNode conditions) {
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
        .put("lastTransitionTime", ApiTimes.seconds(at))
        .put("reason", "TerminationByKubelet")
        .put("message", message);
  }
}
