package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.Pod;
import dev.muster.model.selector.LabelSelector;
import java.util.ArrayList;
import java.util.List;
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
    for (JsonNode each : pod.spec().path("topologySpreadConstraints")) {
      if (each.path("whenUnsatisfiable").asText().equals(when)) {
        all.add(
            new SpreadConstraint(
                each.path("maxSkew").asLong(),
                each.path("topologyKey").asText(),
                selector(pod, each),
                each.path("minDomains").asLong(1),
                !each.path("nodeAffinityPolicy").asText().equals("Ignore"),
                each.path("nodeTaintsPolicy").asText().equals("Honor")));
      }
    }
    return all;
  }

  /** With the pod's own values of the labels that are named by their keys alone; none for none. */
  private static Optional<LabelSelector> selector(Pod pod, JsonNode constraint) {
    if (!(constraint.path("labelSelector") instanceof ObjectNode given)) {
      return Optional.empty();
    }
    ObjectNode selector = given.deepCopy();
    for (JsonNode key : constraint.path("matchLabelKeys")) {
      String value = pod.labels().get(key.asText());
      if (value != null) {
        selector.withObject("/matchLabels").put(key.asText(), value);
      }
    }
    return Optional.of(LabelSelector.of(selector));
  }

  /** Whether pods on a node count. */
  boolean counts(Pod pod, NodeFit node) {
    return node.labels().containsKey(key)
        && (!honorsAffinity || NodeAffinity.matches(pod.spec(), node.name(), node.labels()))
        && (!honorsTaints || TaintFilter.admitted(pod.spec(), node.taints()));
  }

  boolean selects(PlacedPod other) {
    return selector.isPresent() && selector.get().matches(other.labels());
  }
}
