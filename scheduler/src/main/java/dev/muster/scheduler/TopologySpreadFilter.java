package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.Pod;
import dev.muster.model.selector.LabelSelector;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pods spread over the values of a label of nodes: as a rule, or as a wish. */
final class TopologySpreadFilter {
  private static final String WORDS = "node(s) didn't match pod topology spread constraints";

  private TopologySpreadFilter() {}

  /** One entry of a pod's topologySpreadConstraints. */
  private record Constraint(
      long maxSkew,
      String key,
      Optional<LabelSelector> selector,
      long minDomains,
      boolean honorsAffinity,
      boolean honorsTaints) {

    /** Whether pods on a node count. */
    boolean counts(Pod pod, NodeFit node) {
      return node.labels().containsKey(key)
          && (!honorsAffinity || NodeAffinity.matches(pod.spec(), node.name(), node.labels()))
          && (!honorsTaints || TaintFilter.admitted(pod.spec(), node.taints()));
    }

    /** How many of the pods that are meant each value has. */
    Map<String, Integer> domains(Pod pod, ClusterSnapshot snapshot, List<Constraint> all) {
      Map<String, Integer> domains = new HashMap<>();
      for (NodeFit node : snapshot.nodes()) {
        if (all.stream().allMatch(c -> node.labels().containsKey(c.key)) && counts(pod, node)) {
          long here = node.pods().stream().filter(p -> meant(pod, p.pod())).count();
          domains.merge(String.valueOf(node.labels().get(key)), (int) here, Integer::sum);
        }
      }
      return domains;
    }

    private boolean meant(Pod pod, Pod other) {
      return !other.isDeleted() && other.namespace().equals(pod.namespace()) && selects(other);
    }

    boolean selects(Pod other) {
      return selector.isPresent() && selector.get().matches(other.labels());
    }
  }

  static Optional<Misfit> check(Pod pod, NodeFit node, ClusterSnapshot snapshot) {
    List<Constraint> rules = constraints(pod, "DoNotSchedule");
    for (Constraint rule : rules) {
      String value = node.labels().get(rule.key());
      if (value == null) {
        return Optional.of(
            Misfit.of("PodTopologySpread", WORDS + " (missing required label)", true));
      }
      Map<String, Integer> domains = rule.domains(pod, snapshot, rules);
      int least =
          domains.size() < rule.minDomains()
              ? 0
              : domains.values().stream().mapToInt(Integer::intValue).min().orElse(0);
      int self = rule.selects(pod) ? 1 : 0;
      if (domains.getOrDefault(value, 0) + self - least > rule.maxSkew()) {
        return Optional.of(Misfit.of("PodTopologySpread", WORDS, false));
      }
    }
    return Optional.empty();
  }

  /**
   * How crowded a node is, in the pod's own view: the less the better. Empty if it has no label.
   */
  static Optional<Double> crowd(Pod pod, NodeFit node, ClusterSnapshot snapshot) {
    List<Constraint> wishes = constraints(pod, "ScheduleAnyway");
    double sum = 0;
    for (Constraint wish : wishes) {
      String value = node.labels().get(wish.key());
      if (value == null) {
        return Optional.empty();
      }
      Map<String, Integer> domains = wish.domains(pod, snapshot, wishes);
      double weight = Math.log(domains.size() + 2);
      sum += domains.getOrDefault(value, 0) * weight + (wish.maxSkew() - 1);
    }
    return Optional.of(sum);
  }

  private static List<Constraint> constraints(Pod pod, String when) {
    List<Constraint> all = new ArrayList<>();
    for (JsonNode each : pod.spec().path("topologySpreadConstraints")) {
      if (each.path("whenUnsatisfiable").asText().equals(when)) {
        all.add(
            new Constraint(
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
}
