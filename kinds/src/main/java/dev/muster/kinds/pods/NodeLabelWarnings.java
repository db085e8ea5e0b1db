package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.names.Labels;
import dev.muster.views.CoreV1.NodeAffinity;
import dev.muster.views.CoreV1.NodeSelectorRequirement;
import dev.muster.views.CoreV1.NodeSelectorTerm;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PreferredSchedulingTerm;
import dev.muster.views.CoreV1.TopologySpreadConstraint;
import dev.muster.views.MetaV1.LabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Labels of nodes that were renamed, and values that no label can have. */
public final class NodeLabelWarnings {
  private static final Map<String, String> DEPRECATED =
      Map.of(
          "beta.kubernetes.io/arch",
          "deprecated since v1.14; use \"kubernetes.io/arch\" instead",
          "beta.kubernetes.io/os",
          "deprecated since v1.14; use \"kubernetes.io/os\" instead",
          "failure-domain.beta.kubernetes.io/region",
          "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
          "failure-domain.beta.kubernetes.io/zone",
          "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
          "beta.kubernetes.io/instance-type",
          "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
          "app.kubernetes.io/created-by",
          "deprecated since v1.9",
          "scheduler.alpha.kubernetes.io/preferAvoidPods",
          "deprecated since v1.22; use Taints and Tolerations instead",
          "node-role.kubernetes.io/master",
          "use \"node-role.kubernetes.io/control-plane\" instead");

  private NodeLabelWarnings() {}

  /** Warnings about a pod spec's node selector and node affinity. */
  static List<String> of(PodSpec spec) {
    List<String> found = new ArrayList<>();
    for (Map.Entry<String, At> e : spec.nodeSelector().entries()) {
      String why = DEPRECATED.get(e.getKey());
      if (why != null) {
        found.add(e.getValue().path() + ": " + why);
      }
    }
    NodeAffinity affinity = spec.affinity().nodeAffinity();
    for (NodeSelectorTerm term :
        affinity.requiredDuringSchedulingIgnoredDuringExecution().nodeSelectorTerms()) {
      found.addAll(ofTerm(term, false));
    }
    for (PreferredSchedulingTerm preferred :
        affinity.preferredDuringSchedulingIgnoredDuringExecution()) {
      found.addAll(ofTerm(preferred.preference(), true));
    }
    return found;
  }

  /**
   * Warnings about one node selector term.
   *
   * @param checkValues whether values were not already checked as labels
   */
  public static List<String> ofTerm(NodeSelectorTerm term, boolean checkValues) {
    List<String> found = new ArrayList<>();
    for (NodeSelectorRequirement expression : term.matchExpressions()) {
      renamed(expression.key(), found);
      if (checkValues) {
        for (At value : expression.values().each()) {
          Labels.value(value.text())
              .forEach(f -> found.add(value.path() + ": " + value.text() + " is invalid, " + f));
        }
      }
    }
    return found;
  }

  /** Warnings about a label selector that selects nodes. */
  public static List<String> ofSelector(LabelSelector selector) {
    List<String> found = new ArrayList<>();
    selector.matchExpressions().forEach(expression -> renamed(expression.key(), found));
    for (Map.Entry<String, At> label : selector.matchLabels().entries()) {
      String why = DEPRECATED.get(label.getKey());
      if (why != null) {
        found.add(selector.matchLabels().path().child(label.getKey()) + ": " + why);
      }
    }
    return found;
  }

  /** Why a label of nodes should not be used, if it should not. */
  public static Optional<String> deprecation(String key) {
    return Optional.ofNullable(DEPRECATED.get(key));
  }

  static void topologyKey(TopologySpreadConstraint constraint, List<String> found) {
    renamed(constraint.topologyKey(), found);
  }

  private static void renamed(At key, List<String> found) {
    String why = DEPRECATED.get(key.text());
    if (why != null) {
      found.add(key.path() + ": " + key.text() + " is " + why);
    }
  }
}
