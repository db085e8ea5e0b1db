package dev.muster.scheduler;

import dev.muster.model.podspec.ContainerSpec;
import dev.muster.model.podspec.Pod;
import dev.muster.model.quantity.Quantity;
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
  private static final List<String> RESOURCES = List.of("cpu", "memory");

  /** Containers that ask for nothing count as if they did, so that many of them spread. */
  private static final double USUAL_CPU = 0.1;

  private static final double USUAL_MEMORY = 200.0 * 1024 * 1024;

  private final PlacedPod candidate;
  private final List<NodeFit> nodes;
  private final ClusterSnapshot snapshot;
  private final double[] scores;

  private NodeScores(PlacedPod candidate, List<NodeFit> nodes, ClusterSnapshot snapshot) {
    this.candidate = candidate;
    this.nodes = nodes;
    this.snapshot = snapshot;
    this.scores = new double[nodes.size()];
  }

  /** The best of the nodes; of equal ones the first by name. */
  static Optional<NodeFit> best(
      PlacedPod candidate, Collection<NodeFit> fitting, ClusterSnapshot all) {
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
    addReversed(3, node -> TaintFilter.disliked(pod.spec(), node.taints()));
    addShare(2, node -> NodeAffinity.preference(pod.spec(), node.name(), node.labels()));
    addBetween(2, node -> PodAffinity.preference(pod, node.labels(), snapshot));
    addSpread(2);
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
    List<Optional<Double>> crowds =
        nodes.stream().map(n -> TopologySpreadFilter.crowd(candidate.pod(), n, snapshot)).toList();
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
    return RESOURCES.stream().mapToDouble(r -> BEST * (1 - share(node, r))).average().orElse(0);
  }

  /** How alike the shares of processor and memory are that are taken. */
  private double balanced(NodeFit node) {
    double difference = share(node, "cpu") - share(node, "memory");
    return BEST * (1 - Math.abs(difference) / 2);
  }

  private double share(NodeFit node, String resource) {
    double have = node.allocatable(resource).doubleValue();
    double used = wanted(candidate, resource);
    for (PlacedPod there : node.pods()) {
      used += wanted(there, resource);
    }
    return have <= 0 ? 1 : Math.min(1, used / have);
  }

  private static double wanted(PlacedPod pod, String resource) {
    Quantity asked = pod.requests().get(resource);
    double usual = resource.equals("cpu") ? USUAL_CPU : USUAL_MEMORY;
    long silent =
        pod.pod().containers().stream().filter(container -> !asks(container, resource)).count();
    return (asked == null ? 0 : asked.value().doubleValue()) + silent * usual;
  }

  private static boolean asks(ContainerSpec container, String resource) {
    return container.tree().path("resources").path("requests").has(resource);
  }
}
