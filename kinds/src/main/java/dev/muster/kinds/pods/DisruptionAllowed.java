package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import java.time.Instant;

/** The condition of a PodDisruptionBudget that says whether a pod may be evicted now. */
public final class DisruptionAllowed {
  private static final String TYPE = "DisruptionAllowed";

  private DisruptionAllowed() {}

  /** As {@code disruptionsAllowed} in this status says. */
  public static void set(ObjectNode status, Instant now) {
    boolean allowed = status.path("disruptionsAllowed").asLong() > 0;
    set(status, allowed, allowed ? "SufficientPods" : "InsufficientPods", "", now);
  }

  /** The time of the last change stays as long as it is as it was. */
  public static void set(
      ObjectNode status, boolean allowed, String reason, String message, Instant now) {
    String wanted = allowed ? "True" : "False";
    ObjectNode condition = condition(status);
    if (!condition.path("status").asText().equals(wanted)) {
      condition.put("lastTransitionTime", Times.seconds(now));
    }
    condition.put("type", TYPE).put("status", wanted).put("reason", reason);
    condition.put("message", message);
    if (status.has("observedGeneration")) {
      condition.set("observedGeneration", status.path("observedGeneration"));
    }
  }

  private static ObjectNode condition(ObjectNode status) {
    ArrayNode conditions =
        status.get("conditions") instanceof ArrayNode there ? there : status.putArray("conditions");
    for (JsonNode each : conditions) {
      if (each instanceof ObjectNode condition && condition.path("type").asText().equals(TYPE)) {
        return condition;
      }
    }
    return conditions.addObject();
  }
}
