package dev.muster.controllers.nodes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** Whether tolerations bear a node's taints. */
public final class TaintTolerance {
  private TaintTolerance() {}

  /**
   * @param effects which taints count
   */
  public static boolean bears(JsonNode tolerations, JsonNode node, Set<String> effects) {
    for (JsonNode taint : node.path("spec").path("taints")) {
      if (effects.contains(taint.path("effect").asText()) && !isBorne(tolerations, taint)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isBorne(JsonNode tolerations, JsonNode taint) {
    for (JsonNode toleration : tolerations) {
      if (matches(toleration, taint)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(JsonNode toleration, JsonNode taint) {
    String effect = toleration.path("effect").asText();
    String key = toleration.path("key").asText();
    if (!effect.isEmpty() && !effect.equals(taint.path("effect").asText())) {
      return false;
    }
    if (!key.isEmpty() && !key.equals(taint.path("key").asText())) {
      return false;
    }
    return switch (toleration.path("operator").asText()) {
      case "", "Equal" -> toleration.path("value").asText().equals(taint.path("value").asText());
      case "Exists" -> true;
      default -> false;
    };
  }
}
