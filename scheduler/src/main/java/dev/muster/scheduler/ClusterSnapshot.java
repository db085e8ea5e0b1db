package dev.muster.scheduler;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the scheduler knows at one moment: nodes with their pods, namespaces, budgets. */
final class ClusterSnapshot {
  private final Map<String, NodeFit> fits = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> namespaces;
  private final Collection<ObjectNode> budgets;
  private final List<PodAffinity.Neighbour> neighbours = new ArrayList<>();

  /**
   * @param pods by the names of their nodes
   * @param namespaces their labels
   * @param budgets that pods which make way may have
   */
  ClusterSnapshot(
      Collection<ObjectNode> nodes,
      Map<String, List<PlacedPod>> pods,
      Map<String, Map<String, String>> namespaces,
      Collection<ObjectNode> budgets) {
    this.namespaces = namespaces;
    this.budgets = budgets;
    for (ObjectNode node : nodes) {
      String name = node.path("metadata").path("name").asText();
      put(new NodeFit(node, pods.getOrDefault(name, List.of())));
    }
    fits.values().forEach(this::addNeighbours);
  }

  private ClusterSnapshot(ClusterSnapshot other, NodeFit changed) {
    this.namespaces = other.namespaces;
    this.budgets = other.budgets;
    other.fits.values().forEach(this::put);
    put(changed);
    fits.values().forEach(this::addNeighbours);
  }

  private void put(NodeFit fit) {
    fits.put(fit.name(), fit);
  }

  private void addNeighbours(NodeFit fit) {
    fit.pods().forEach(p -> neighbours.add(new PodAffinity.Neighbour(p.pod(), fit.labels())));
  }

  /** The same with other pods on one node. */
  ClusterSnapshot with(String node, Collection<PlacedPod> pods) {
    return new ClusterSnapshot(this, node(node).with(pods));
  }

  Collection<NodeFit> nodes() {
    return fits.values();
  }

  NodeFit node(String name) {
    NodeFit found = fits.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no node is called \"" + name + "\"");
    }
    return found;
  }

  boolean has(String node) {
    return fits.containsKey(node);
  }

  List<PodAffinity.Neighbour> neighbours() {
    return neighbours;
  }

  Map<String, String> namespaceLabels(String namespace) {
    return namespaces.getOrDefault(namespace, Map.of());
  }

  Collection<ObjectNode> budgets() {
    return budgets;
  }

  /** What keeps a pod from a node. */
  Optional<Misfit> check(PlacedPod candidate, String node) {
    return node(node).check(candidate, this);
  }

  /** What keeps a pod from each node that does not take it. */
  Map<String, Misfit> misfits(PlacedPod candidate) {
    Map<String, Misfit> misfits = new HashMap<>();
    for (String name : fits.keySet()) {
      check(candidate, name).ifPresent(misfit -> misfits.put(name, misfit));
    }
    return misfits;
  }
}
