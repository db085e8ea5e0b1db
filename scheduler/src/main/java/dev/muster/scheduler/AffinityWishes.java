package dev.muster.scheduler;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** How much each value of a node's labels is wished for: by a pod, and by those that are there. */
final class AffinityWishes {
  private final ClusterState cluster;
  private final Map<String, Map<String, Long>> weights = new HashMap<>();

  AffinityWishes(PlacedPod candidate, ClusterState cluster) {
    this.cluster = cluster;
    cluster
        .attracting()
        .visit(
            candidate,
            cluster.namespaceLabels(candidate.namespace()),
            (term, node, pods) -> add(term, node, pods));
    if (candidate.terms().wishes().isEmpty()) {
      return;
    }
    for (String namespace : cluster.namespacesWithPods()) {
      Map<String, String> labels = cluster.namespaceLabels(namespace);
      List<AffinityTerm> reaching =
          candidate.terms().wishes().stream().filter(t -> t.reaches(namespace, labels)).toList();
      if (!reaching.isEmpty()) {
        for (ClusterState.Neighbour other : cluster.podsIn(namespace)) {
          reaching.stream()
              .filter(term -> term.selects(other.pod()))
              .forEach(term -> add(term, other.node(), 1));
        }
      }
    }
  }

  private void add(AffinityTerm term, String node, int pods) {
    String value = cluster.has(node) ? cluster.node(node).labels().get(term.topologyKey()) : null;
    if (value != null) {
      weights
          .computeIfAbsent(term.topologyKey(), k -> new HashMap<>())
          .merge(value, term.weight() * pods, Long::sum);
    }
  }

  /** Of a node. */
  long of(Map<String, String> nodeLabels) {
    long sum = 0;
    for (Map.Entry<String, Map<String, Long>> label : weights.entrySet()) {
      String value = nodeLabels.get(label.getKey());
      sum += value == null ? 0 : label.getValue().getOrDefault(value, 0L);
    }
    return sum;
  }
}
