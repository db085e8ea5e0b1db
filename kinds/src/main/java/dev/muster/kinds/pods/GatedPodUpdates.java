package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InvalidValue;
import dev.muster.views.CoreV1.MutableAffinity;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.NodeAffinity;
import dev.muster.views.CoreV1.NodeSelector;
import dev.muster.views.CoreV1.NodeSelectorTerm;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.ViewList;
import java.util.List;

/** A pod that waits behind scheduling gates may still be made pickier about nodes. */
final class GatedPodUpdates {
  private GatedPodUpdates() {}

  /** Checks the node selector and node affinity, and puts both back in {@code rest}. */
  static void validate(PodSpec spec, MutablePodSpec rest, PodSpec old, Errors errors) {
    JsonNode before = old.nodeSelector().node();
    JsonNode now = rest.nodeSelector().node();
    if (before.properties().stream().anyMatch(e -> !e.getValue().equals(now.get(e.getKey())))) {
      errors.invalid(
          spec.nodeSelector().path(),
          InvalidValue.of(now.isMissingNode() ? JsonNodeFactory.instance.nullNode() : now),
          "only additions to spec.nodeSelector are allowed (no mutations or deletions)");
    }
    rest.nodeSelector().copy(before);
    affinity(spec, rest, old, errors);
  }

  private static void affinity(PodSpec spec, MutablePodSpec rest, PodSpec old, Errors errors) {
    NodeAffinity before = old.affinity().nodeAffinity();
    NodeAffinity now = rest.reading().affinity().nodeAffinity();
    if (before.tree().equals(now.tree())) {
      return;
    }
    NodeSelector required = before.requiredDuringSchedulingIgnoredDuringExecution();
    if (required.present()) {
      terms(
          spec.affinity()
              .nodeAffinity()
              .requiredDuringSchedulingIgnoredDuringExecution()
              .nodeSelectorTerms(),
          required.nodeSelectorTerms(),
          errors);
    }
    if (rest.affinity().absent()) {
      rest.affinity().replace().nodeAffinity().set(before.tree());
      return;
    }
    MutableAffinity affinity = rest.affinity().ensure();
    boolean onlyNodes = affinity.podAffinity().absent() && affinity.podAntiAffinity().absent();
    if (old.affinity().absent() && onlyNodes) {
      rest.affinity().remove();
    } else {
      affinity.nodeAffinity().copy(before.tree());
    }
  }

  private static void terms(
      ViewList<NodeSelectorTerm> now, ViewList<NodeSelectorTerm> old, Errors errors) {
    if (old.isEmpty()) {
      return;
    }
    if (old.size() != now.size()) {
      errors.invalid(
          now.at().path(),
          internal(now.at().node()),
          "no additions/deletions to non-empty NodeSelectorTerms list are allowed");
      return;
    }
    for (int i = 0; i < now.size(); i++) {
      if (!onlyAdds(now.get(i), old.get(i))) {
        errors.invalid(
            now.get(i).at().path(),
            internal(now.get(i).tree()),
            "only additions are allowed (no mutations or deletions)");
      }
    }
  }

  private static boolean onlyAdds(NodeSelectorTerm now, NodeSelectorTerm old) {
    boolean wasEmpty = old.matchExpressions().isEmpty() && old.matchFields().isEmpty();
    if (wasEmpty && (!now.matchExpressions().isEmpty() || !now.matchFields().isEmpty())) {
      return false;
    }
    return startsWith(now.matchExpressions().at().node(), old.matchExpressions().at().node())
        && startsWith(now.matchFields().at().node(), old.matchFields().at().node());
  }

  private static boolean startsWith(JsonNode list, JsonNode start) {
    if (list.size() < start.size()) {
      return false;
    }
    for (int i = 0; i < start.size(); i++) {
      if (!list.get(i).equals(start.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Node selector terms as messages show them: with the names of the server's own structs. */
  private static String internal(JsonNode value) {
    return InternalNames.of(value, List.of("matchExpressions", "matchFields"));
  }
}
