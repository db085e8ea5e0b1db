package dev.muster.scheduler;

import dev.muster.kinds.scheduling.NodeAffinity;
import dev.muster.kinds.scheduling.TaintToleration;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.TopologySpreadConstraint;
import dev.muster.views.MetaV1.MutableLabelSelector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One entry of a pod's topologySpreadConstraints. */
record SpreadConstraint(
    long maxSkew,
    String key,
    Optional<LabelSelector> selector,
    long minDomains,
    boolean honorsAffinity,
    boolean honorsTaints) {

  /**
   * @param when {@code DoNotSchedule} for rules, {@code ScheduleAnyway} for wishes
   */
  static List<SpreadConstraint> of(Pod pod, String when) {
    List<SpreadConstraint> all = new ArrayList<>();
    for (TopologySpreadConstraint each : pod.spec().topologySpreadConstraints()) {
      if (each.whenUnsatisfiable().text().equals(when)) {
        all.add(
            new SpreadConstraint(
                each.maxSkew().number(),
                each.topologyKey().text(),
                selector(pod, each),
                each.minDomains().numberOr(1),
                !each.nodeAffinityPolicy().text().equals("Ignore"),
                each.nodeTaintsPolicy().text().equals("Honor")));
      }
    }
    return all;
  }

  /** With the pod's own values of the labels that are named by their keys alone; none for none. */
  private static Optional<LabelSelector> selector(Pod pod, TopologySpreadConstraint constraint) {
    if (constraint.labelSelector().absent()) {
      return Optional.empty();
    }
    var selector = MutableLabelSelector.copyOf(constraint.labelSelector());
    Map<String, String> labels = pod.labels();
    for (String key : constraint.matchLabelKeys().texts()) {
      String value = labels.get(key);
      if (value != null) {
        selector.matchLabels().map().put(key, value);
      }
    }
    return Optional.of(LabelSelector.of(selector.tree()));
  }

  /** Whether pods on a node count. */
  boolean counts(Pod pod, NodeFit node) {
    return node.labels().containsKey(key)
        && (!honorsAffinity || NodeAffinity.matches(pod.spec(), node.name(), node.labels()))
        && (!honorsTaints
            || TaintToleration.tolerated(pod.spec(), node.taints(), TaintToleration.KEEPING_AWAY));
  }

  boolean selects(PlacedPod other) {
    return selector.isPresent() && selector.get().matches(other.labels());
  }
}
