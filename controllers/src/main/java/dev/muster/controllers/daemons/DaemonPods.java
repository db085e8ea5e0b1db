package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pods by the node that they are on or are meant for. */
final class DaemonPods {
  /** Bound ones first, then older ones. */
  static final Comparator<JsonNode> ORDER =
      Comparator.<JsonNode, Boolean>comparing(pod -> !isBound(pod)).thenComparing(Meta.BY_AGE);

  private DaemonPods() {}

  /** Pods that have ended and are being deleted are nobody's any more. */
  static Map<String, List<ObjectNode>> byNode(Collection<ObjectNode> pods) {
    Map<String, List<ObjectNode>> all = new LinkedHashMap<>();
    for (ObjectNode pod : pods) {
      if (!PodStates.isFinished(pod) || !Meta.isBeingDeleted(pod)) {
        target(pod)
            .ifPresent(node -> all.computeIfAbsent(node, none -> new ArrayList<>()).add(pod));
      }
    }
    all.values().forEach(list -> list.sort(ORDER));
    return all;
  }

  static boolean isBound(JsonNode pod) {
    return !pod.path("spec").path("nodeName").asText().isEmpty();
  }

  private static Optional<String> target(JsonNode pod) {
    if (isBound(pod)) {
      return Optional.of(pod.path("spec").path("nodeName").asText());
    }
    JsonNode terms =
        pod.path("spec")
            .path("affinity")
            .path("nodeAffinity")
            .path("requiredDuringSchedulingIgnoredDuringExecution")
            .path("nodeSelectorTerms");
    for (JsonNode term : terms) {
      for (JsonNode field : term.path("matchFields")) {
        if (field.path("key").asText().equals("metadata.name")
            && field.path("operator").asText().equals("In")
            && field.path("values").size() == 1) {
          return Optional.of(field.path("values").path(0).asText());
        }
      }
    }
    return Optional.empty();
  }
}
