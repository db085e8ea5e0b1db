package dev.muster.scheduler;

import dev.muster.kinds.scheduling.NodeAffinity;
import dev.muster.kinds.scheduling.TaintToleration;
import dev.muster.views.CoreV1.Pod;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Which of the nodes that fit suits a pod best: kube-scheduler's default scores, from 0 to 100
 * each, with its weights.
 */
final class NodeScores {
  private static final double BEST = 100;

  private final PlacedPod candidate;
  private final List<NodeFit> nodes;
  private final ClusterState cluster;
  private final double[] scores;

  private NodeScores(PlacedPod candidate, List<NodeFit> nodes, ClusterState cluster) {
    this.candidate = candidate;
    this.nodes = nodes;
    this.cluster = cluster;
    this.scores = new double[nodes.size()];
  }

  /** The best of the nodes; of equal ones the first by name. */
  static Optional<NodeFit> best(
      PlacedPod candidate, Collection<NodeFit> fitting, ClusterState all) {
    List<NodeFit> nodes = fitting.stream().sorted(Comparator.comparing(NodeFit::name)).toList();
    if (nodes.size() <= 1) {
      return nodes.stream().findFirst();
    }
    NodeScores scores = new NodeScores(candidate, nodes, all);
    scores.add();
    int best = 0;
    for (int i = 1; i < nodes.size(); i++) {
      best = scores.scores[i] > scores.scores[best] ? i : best;
    }
    return Optional.of(nodes.get(best));
  }

  private void add() {
    Pod pod = candidate.pod();
    add(1, this::leastAllocated);
    add(1, this::balanced);
    addReversed(3, node -> disliked(pod, node));
    addShare(2, node -> NodeAffinity.preference(pod.spec(), node.name(), node.labels()));
    AffinityWishes wishes = new AffinityWishes(candidate, cluster);
    addBetween(2, node -> wishes.of(node.labels()));
    addSpread(2);
  }

  /** How many of the taints that new pods had better avoid the pod does not tolerate. */
  private static double disliked(Pod pod, NodeFit node) {
    return node.taints().stream()
        .filter(taint -> taint.effect().text().equals("PreferNoSchedule"))
        .filter(taint -> !TaintToleration.tolerated(pod.spec(), taint))
        .count();
  }

  private void add(double weight, ToDoubleFunction<NodeFit> score) {
    for (int i = 0; i < scores.length; i++) {
      scores[i] += weight * score.applyAsDouble(nodes.get(i));
    }
  }

  /** In proportion to the largest. */
  private void addShare(double weight, ToDoubleFunction<NodeFit> raw) {
    double most = nodes.stream().mapToDouble(raw).max().orElse(0);
    add(weight, node -> most <= 0 ? 0 : BEST * raw.applyAsDouble(node) / most);
  }

  private void addReversed(double weight, ToDoubleFunction<NodeFit> raw) {
    double most = nodes.stream().mapToDouble(raw).max().orElse(0);
    add(weight, node -> most <= 0 ? BEST : BEST * (most - raw.applyAsDouble(node)) / most);
  }

  private void addBetween(double weight, ToDoubleFunction<NodeFit> raw) {
    double least = nodes.stream().mapToDouble(raw).min().orElse(0);
    double most = nodes.stream().mapToDouble(raw).max().orElse(0);
    add(
        weight,
        node -> most <= least ? 0 : BEST * (raw.applyAsDouble(node) - least) / (most - least));
  }

  /** Nodes without the label come last. */
  private void addSpread(double weight) {
    SpreadCounts spread = new SpreadCounts(candidate, "ScheduleAnyway", cluster.nodes(), cluster);
    List<Optional<Double>> crowds = nodes.stream().map(spread::crowd).toList();
    double most = crowds.stream().flatMap(Optional::stream).max(Double::compare).orElse(0.0);
    double least = crowds.stream().flatMap(Optional::stream).min(Double::compare).orElse(0.0);
    for (int i = 0; i < scores.length; i++) {
      Optional<Double> crowd = crowds.get(i);
      if (crowd.isPresent()) {
        scores[i] += weight * (most <= 0 ? BEST : BEST * (most + least - crowd.get()) / most);
      }
    }
  }

  private double leastAllocated(NodeFit node) {
    return BEST * (1 - (cpu(node) + memory(node)) / 2);
  }

  /** How alike the shares of processor and memory are that are taken. */
  private double balanced(NodeFit node) {
    return BEST * (1 - Math.abs(cpu(node) - memory(node)) / 2);
  }

  private double cpu(NodeFit node) {
    return share(
        candidate.scored().cpu() + node.room().scored().cpu(), node.room().allocatable("cpu"));
  }

  private double memory(NodeFit node) {
    return share(
        candidate.scored().memory() + node.room().scored().memory(),
        node.room().allocatable("memory"));
  }

  private static double share(double used, BigDecimal have) {
    return have.signum() <= 0 ? 1 : Math.min(1, used / have.doubleValue());
  }
}
