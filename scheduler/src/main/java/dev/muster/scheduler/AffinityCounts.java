package dev.muster.scheduler;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Affinity between a pod that waits and those that have their nodes, counted once by the values of
 * nodes' labels; each node is then asked by its labels alone.
 */
final class AffinityCounts {
  /** How many of the pods that a term means each value of its label has. */
  private static final class Term {
    final AffinityTerm term;
    final Map<String, Integer> values = new HashMap<>();

    /** Also on nodes without the label. */
    int all;

    Term(AffinityTerm term) {
      this.term = term;
    }

    boolean holds(Map<String, String> nodeLabels) {
      return values.getOrDefault(nodeLabels.getOrDefault(term.topologyKey(), ""), 0) > 0
          && nodeLabels.containsKey(term.topologyKey());
    }

    void count(PlacedPod other, Map<String, String> nodeLabels, int by) {
      if (!term.selects(other)) {
        return;
      }
      all += by;
      String value = nodeLabels.get(term.topologyKey());
      if (value != null) {
        values.merge(value, by, Integer::sum);
      }
    }
  }

  private final PlacedPod candidate;
  private final ClusterState cluster;
  private final List<Term> affinity;
  private final List<Term> antiAffinity;

  /** By a label and its value: how many pods there do not want the candidate near. */
  private final Map<String, Map<String, Integer>> repelled = new HashMap<>();

  AffinityCounts(PlacedPod candidate, ClusterState cluster) {
    this.candidate = candidate;
    this.cluster = cluster;
    this.affinity = candidate.terms().affinity().stream().map(Term::new).toList();
    this.antiAffinity = candidate.terms().antiAffinity().stream().map(Term::new).toList();
    cluster
        .repelling()
        .visit(
            candidate,
            cluster.namespaceLabels(candidate.namespace()),
            (term, node, pods) -> repel(term, labels(node), pods));
    List<Term> own = new ArrayList<>(affinity);
    own.addAll(antiAffinity);
    if (own.isEmpty()) {
      return;
    }
    for (String namespace : cluster.namespacesWithPods()) {
      List<Term> reaching = reaching(own, namespace);
      if (!reaching.isEmpty()) {
        for (ClusterState.Neighbour other : cluster.podsIn(namespace)) {
          reaching.forEach(term -> term.count(other.pod(), labels(other.node()), 1));
        }
      }
    }
  }

  private List<Term> reaching(List<Term> own, String namespace) {
    Map<String, String> labels = cluster.namespaceLabels(namespace);
    return own.stream().filter(term -> term.term.reaches(namespace, labels)).toList();
  }

  private Map<String, String> labels(String node) {
    return cluster.has(node) ? cluster.node(node).labels() : Map.of();
  }

  private void repel(AffinityTerm term, Map<String, String> nodeLabels, int by) {
    String value = nodeLabels.get(term.topologyKey());
    if (value != null) {
      repelled
          .computeIfAbsent(term.topologyKey(), k -> new HashMap<>())
          .merge(value, by, Integer::sum);
    }
  }

  /**
   * Another pod is supposed to be on a node as well, or not to be.
   *
   * @param by 1 or -1
   */
  void count(PlacedPod other, Map<String, String> nodeLabels, int by) {
    reaching(affinity, other.namespace()).forEach(term -> term.count(other, nodeLabels, by));
    reaching(antiAffinity, other.namespace()).forEach(term -> term.count(other, nodeLabels, by));
    Map<String, String> own = cluster.namespaceLabels(candidate.namespace());
    for (AffinityTerm term : other.terms().antiAffinity()) {
      if (term.reaches(candidate.namespace(), own) && term.selects(candidate)) {
        repel(term, nodeLabels, by);
      }
    }
  }

  Optional<Misfit> check(Map<String, String> nodeLabels) {
    for (Term term : affinity) {
      if (!term.holds(nodeLabels) && !(isFirst(term) && hasLabel(term, nodeLabels))) {
        return Optional.of(
            Misfit.of("InterPodAffinity", "node(s) didn't match pod affinity rules", true));
      }
    }
    if (antiAffinity.stream().anyMatch(term -> term.holds(nodeLabels))) {
      return Optional.of(
          Misfit.of("InterPodAffinity", "node(s) didn't match pod anti-affinity rules", false));
    }
    for (Map.Entry<String, Map<String, Integer>> label : repelled.entrySet()) {
      String value = nodeLabels.get(label.getKey());
      if (value != null && label.getValue().getOrDefault(value, 0) > 0) {
        return Optional.of(
            Misfit.of(
                "InterPodAffinity",
                "node(s) didn't satisfy existing pods anti-affinity rules",
                false));
      }
    }
    return Optional.empty();
  }

  private static boolean hasLabel(Term term, Map<String, String> nodeLabels) {
    return nodeLabels.containsKey(term.term.topologyKey());
  }

  /** The first of a group that wants to be together has nobody to be near to. */
  private boolean isFirst(Term term) {
    return term.all == 0
        && term.term.reaches(candidate.namespace(), cluster.namespaceLabels(candidate.namespace()))
        && term.term.selects(candidate);
  }
}
