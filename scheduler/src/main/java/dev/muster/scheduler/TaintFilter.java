package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;

/** Taints of nodes and what pods put up with. */
public final class TaintFilter {
  private TaintFilter() {}

  /** Whether the pod tolerates all taints that keep new pods away. */
  static boolean admitted(JsonNode podSpec, JsonNode taints) {
    for (JsonNode taint : taints) {
      String effect = taint.path("effect").asText();
      boolean keepsAway = effect.equals("NoSchedule") || effect.equals("NoExecute");
      if (keepsAway && !tolerated(podSpec, taint)) {
        return false;
      }
    }
    return true;
  }

  /** How many of the taints that new pods had better avoid the pod does not tolerate. */
  static int disliked(JsonNode podSpec, JsonNode taints) {
    int count = 0;
    for (JsonNode taint : taints) {
      if (taint.path("effect").asText().equals("PreferNoSchedule") && !tolerated(podSpec, taint)) {
        count++;
      }
    }
    return count;
  }

  public static boolean tolerated(JsonNode podSpec, JsonNode taint) {
    for (JsonNode toleration : podSpec.path("tolerations")) {
      if (tolerates(toleration, taint)) {
        return true;
      }
    }
    return false;
  }

  static boolean tolerates(JsonNode toleration, JsonNode taint) {
    String effect = toleration.path("effect").asText();
    if (!effect.isEmpty() && !effect.equals(taint.path("effect").asText())) {
      return false;
    }
    String key = toleration.path("key").asText();
    if (!key.isEmpty() && !key.equals(taint.path("key").asText())) {
      return false;
    }
    return switch (toleration.path("operator").asText("Equal")) {
      case "Exists" -> true;
      case "", "Equal" ->
          !key.isEmpty() && toleration.path("value").asText().equals(taint.path("value").asText());
      default -> false;
    };
  }
}
