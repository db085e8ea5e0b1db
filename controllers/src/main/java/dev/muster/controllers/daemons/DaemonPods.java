package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import dev.muster.views.CoreV1.NodeSelectorRequirement;
import dev.muster.views.CoreV1.NodeSelectorTerm;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.ViewList;
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
      Comparator.<JsonNode, Boolean>comparing(pod -> !isBound(Pod.of(pod)))
          .thenComparing(Meta.BY_AGE);

  private DaemonPods() {}

  /** Pods that have ended and are being deleted are nobody's any more. */
  static Map<String, List<ObjectNode>> byNode(Collection<ObjectNode> pods) {
    Map<String, List<ObjectNode>> all = new LinkedHashMap<>();
    for (ObjectNode pod : pods) {
      if (!PodStates.isFinished(pod) || !Meta.isBeingDeleted(pod)) {
        target(Pod.of(pod))
            .ifPresent(node -> all.computeIfAbsent(node, none -> new ArrayList<>()).add(pod));
      }
    }
    all.values().forEach(list -> list.sort(ORDER));
    return all;
  }

  static boolean isBound(Pod pod) {
    return !pod.spec().nodeName().text().isEmpty();
  }

  private static Optional<String> target(Pod pod) {
    if (isBound(pod)) {
      return Optional.of(pod.spec().nodeName().text());
    }
    ViewList<NodeSelectorTerm> terms =
        pod.spec()
            .affinity()
            .nodeAffinity()
            .requiredDuringSchedulingIgnoredDuringExecution()
            .nodeSelectorTerms();
    for (NodeSelectorTerm term : terms) {
      for (NodeSelectorRequirement field : term.matchFields()) {
        if (field.key().text().equals("metadata.name")
            && field.operator().text().equals("In")
            && field.values().size() == 1) {
          return Optional.of(field.values().node().path(0).asText());
        }
      }
    }
    return Optional.empty();
  }
}
