package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import java.time.Instant;

/** The condition of a pod that is about to go for a reason that is not its own. */
public final class DisruptionTarget {
  private static final String TYPE = "DisruptionTarget";

  private DisruptionTarget() {}

  public static void set(ObjectNode pod, String reason, String message, Instant now) {
    ObjectNode status = pod.withObject("/status");
    ArrayNode conditions =
        status.path("conditions") instanceof ArrayNode present
            ? present
            : status.putArray("conditions");
    ObjectNode target = null;
    for (JsonNode condition : conditions) {
      if (condition.path("type").asText().equals(TYPE) && condition instanceof ObjectNode present) {
        target = present;
      }
    }
    if (target == null) {
      target = conditions.addObject().put("type", TYPE);
    }
    if (!target.path("status").asText().equals("True")) {
      target.put("status", "True").put("lastTransitionTime", Times.seconds(now));
    }
    target.put("reason", reason).put("message", message);
  }
}
