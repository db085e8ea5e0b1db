package dev.muster.scheduler;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How a pod's fellows spread over the values of nodes' labels, counted once for each of its
 * constraints; each node is then asked by its labels alone.
 */
final class SpreadCounts {
  private static final String WORDS = "node(s) didn't match pod topology spread constraints";

  /** The values of a constraint's label, each with the number of fellows; nodes that count. */
  private record Domains(
      SpreadConstraint constraint, Map<String, Integer> values, Map<String, String> byNode) {
    int least() {
      return values.size() < constraint.minDomains()
          ? 0
          : values.values().stream().mapToInt(Integer::intValue).min().orElse(0);
    }

    void count(PlacedPod other, String node, int by) {
      String value = byNode.get(node);
      if (value != null && constraint.selects(other)) {
        values.merge(value, by, Integer::sum);
      }
    }
  }

  private final PlacedPod candidate;
  private final List<Domains> all = new ArrayList<>();

  /**
   * @param when which of the pod's constraints
   */
  SpreadCounts(PlacedPod candidate, String when, Collection<NodeFit> nodes, ClusterState cluster) {
    this.candidate = candidate;
    List<SpreadConstraint> constraints = SpreadConstraint.of(candidate.pod(), when);
    for (SpreadConstraint constraint : constraints) {
      Map<String, Integer> values = new HashMap<>();
      Map<String, String> byNode = new HashMap<>();
      for (NodeFit node : nodes) {
        if (constraints.stream().allMatch(c -> node.labels().containsKey(c.key()))
            && constraint.counts(candidate.pod(), node)) {
          String value = String.valueOf(node.labels().get(constraint.key()));
          byNode.put(node.name(), value);
          values.putIfAbsent(value, 0);
        }
      }
      all.add(new Domains(constraint, values, byNode));
    }
    if (!all.isEmpty()) {
      cluster.podsIn(candidate.namespace()).forEach(o -> count(o.pod(), o.node(), 1));
    }
  }

  /**
   * Another pod is on a node as well, or is supposed not to be.
   *
   * @param by 1 or -1
   */
  void count(PlacedPod other, String node, int by) {
    if (!all.isEmpty()
        && !other.pod().isDeleted()
        && other.namespace().equals(candidate.namespace())) {
      all.forEach(domains -> domains.count(other, node, by));
    }
  }

  Optional<Misfit> check(NodeFit node) {
    for (Domains each : all) {
      SpreadConstraint rule = each.constraint();
      String value = node.labels().get(rule.key());
      if (value == null) {
        return Optional.of(
            Misfit.of("PodTopologySpread", WORDS + " (missing required label)", true));
      }
      int self = rule.selects(candidate) ? 1 : 0;
      if (each.values().getOrDefault(value, 0) + self - each.least() > rule.maxSkew()) {
        return Optional.of(Misfit.of("PodTopologySpread", WORDS, false));
      }
    }
    return Optional.empty();
  }

  /**
   * How crowded a node is, in the pod's own view: the less the better. Empty if it has no label.
   */
  Optional<Double> crowd(NodeFit node) {
    double sum = 0;
    for (Domains each : all) {
      String value = node.labels().get(each.constraint().key());
      if (value == null) {
        return Optional.empty();
      }
      double weight = Math.log(each.values().size() + 2);
      sum += each.values().getOrDefault(value, 0) * weight + (each.constraint().maxSkew() - 1);
    }
    return Optional.of(sum);
  }
}
