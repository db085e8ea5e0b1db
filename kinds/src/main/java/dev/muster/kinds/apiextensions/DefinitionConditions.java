package dev.muster.kinds.apiextensions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The conditions of a definition. */
public final class DefinitionConditions {
  private DefinitionConditions() {}

  public static boolean isTrue(JsonNode definition, String type) {
    ObjectNode found = find(definition, type);
    return found != null && found.path("status").asText().equals("True");
  }

  public static @Nullable ObjectNode find(JsonNode definition, String type) {
    for (JsonNode condition : definition.path("status").path("conditions")) {
      if (condition.path("type").asText().equals(type)) {
        return (ObjectNode) condition;
      }
    }
    return null;
  }

  /** Sets one; its time is that of its last change of status. */
  public static void set(
      ObjectNode definition,
      String type,
      String status,
      String reason,
      String message,
      Instant now) {
    ObjectNode condition = find(definition, type);
    if (condition == null) {
      ObjectNode of = definition.withObject("status");
      ArrayNode all =
          of.get("conditions") instanceof ArrayNode known ? known : of.putArray("conditions");
      condition = all.addObject().put("type", type);
    }
    if (!condition.path("status").asText().equals(status)) {
      condition.put("status", status).put("lastTransitionTime", Times.seconds(now));
    }
    condition.put("reason", reason).put("message", message);
  }

  public static void remove(ObjectNode definition, String type) {
    JsonNode all = definition.path("status").path("conditions");
    for (int i = all.size() - 1; i >= 0; i--) {
      if (all.get(i).path("type").asText().equals(type)) {
        ((ArrayNode) all).remove(i);
      }
    }
  }
}
