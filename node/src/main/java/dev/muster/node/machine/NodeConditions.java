package dev.muster.node.machine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import java.time.Instant;

/** Conditions that keep the time of their last change. */
record NodeConditions(JsonNode before, Instant now) {
  ObjectNode of(String type, String status, String reason, String message) {
    String since = Times.seconds(now);
    for (JsonNode old : before) {
      if (old.path("type").asText().equals(type) && old.path("status").asText().equals(status)) {
        since = old.path("lastTransitionTime").asText();
      }
    }
    return JsonNodeFactory.instance
        .objectNode()
        .put("type", type)
        .put("status", status)
        .put("lastHeartbeatTime", Times.seconds(now))
        .put("lastTransitionTime", since)
        .put("reason", reason)
        .put("message", message);
  }
}
