package dev.muster.apiserver.controllers;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.List;

/** How long a pod may stay on a node, by the node's NoExecute taints and the pod's tolerations. */
sealed interface Stay {
  Duration LONGEST = Duration.ofDays(36_500);

  /** Nothing drives it out. */
  record Forever() implements Stay {}

  /** For a while, which may be none at all. */
  record Until(Duration time) implements Stay {}

  static Stay of(JsonNode tolerations, List<JsonNode> taints) {
    Duration shortest = LONGEST;
    boolean forever = true;
    for (JsonNode taint : taints) {
      JsonNode toleration = first(tolerations, taint);
      if (toleration.isMissingNode()) {
        return new Until(Duration.ZERO);
      }
      JsonNode seconds = toleration.path("tolerationSeconds");
      if (seconds.isNumber()) {
        long whole = Math.clamp(seconds.longValue(), 0, LONGEST.toSeconds());
        forever = false;
        shortest = shortest.toSeconds() < whole ? shortest : Duration.ofSeconds(whole);
      }
    }
    return forever ? new Forever() : new Until(shortest);
  }

  /** The first that matches counts, as in Kubernetes. */
  private static JsonNode first(JsonNode tolerations, JsonNode taint) {
    for (JsonNode toleration : tolerations) {
      if (matches(toleration, taint)) {
        return toleration;
      }
    }
    return tolerations.path("");
  }

  private static boolean matches(JsonNode toleration, JsonNode taint) {
    String effect = toleration.path("effect").asText();
    String key = toleration.path("key").asText();
    if (!effect.isEmpty() && !effect.equals(taint.path("effect").asText())
        || !key.isEmpty() && !key.equals(taint.path("key").asText())) {
      return false;
    }
    return switch (toleration.path("operator").asText("Equal")) {
      case "Exists" -> true;
      case "", "Equal" -> toleration.path("value").asText().equals(taint.path("value").asText());
      default -> false;
    };
  }
}
