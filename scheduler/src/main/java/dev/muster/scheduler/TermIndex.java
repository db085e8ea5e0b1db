package dev.muster.scheduler;

import java.util.HashMap;
import java.util.Map;

/**
 * The terms of pods that have their nodes, by the namespaces that they name; terms that are written
 * alike count as one. So a pod is held against those only that may mean it, once for each and not
 * for each node.
 */
final class TermIndex {
  /** A term and the names of the nodes on which it is, each with the number of pods. */
  private record Entry(AffinityTerm term, Map<String, Integer> nodes) {}

  /** Told of a term that means a pod. */
  @FunctionalInterface
  interface Visitor {
    /**
     * @param node where pods with this term are
     * @param pods how many
     */
    void visit(AffinityTerm term, String node, int pods);
  }

  private final Map<String, Map<String, Entry>> named = new HashMap<>();
  private final Map<String, Entry> everywhere = new HashMap<>();

  void add(AffinityTerm term, String node) {
    if (term.isEverywhere()) {
      count(everywhere, term, node, 1);
    } else {
      term.namespaces()
          .forEach(name -> count(named.computeIfAbsent(name, n -> new HashMap<>()), term, node, 1));
    }
  }

  void remove(AffinityTerm term, String node) {
    if (term.isEverywhere()) {
      count(everywhere, term, node, -1);
      return;
    }
    for (String name : term.namespaces()) {
      Map<String, Entry> terms = named.get(name);
      if (terms != null) {
        count(terms, term, node, -1);
        if (terms.isEmpty()) {
          named.remove(name);
        }
      }
    }
  }

  private static void count(Map<String, Entry> terms, AffinityTerm term, String node, int by) {
    Entry entry = terms.computeIfAbsent(term.identity(), i -> new Entry(term, new HashMap<>()));
    if (entry.nodes().merge(node, by, Integer::sum) <= 0) {
      entry.nodes().remove(node);
    }
    if (entry.nodes().isEmpty()) {
      terms.remove(term.identity());
    }
  }

  /** All terms that mean a pod. */
  void visit(PlacedPod pod, Map<String, String> labelsOfNamespace, Visitor visitor) {
    visit(named.getOrDefault(pod.namespace(), Map.of()), pod, labelsOfNamespace, visitor);
    visit(everywhere, pod, labelsOfNamespace, visitor);
  }

  private static void visit(
      Map<String, Entry> terms, PlacedPod pod, Map<String, String> labels, Visitor visitor) {
    for (Entry entry : terms.values()) {
      if (entry.term().reaches(pod.namespace(), labels) && entry.term().selects(pod)) {
        entry.nodes().forEach((node, pods) -> visitor.visit(entry.term(), node, pods));
      }
    }
  }
}
