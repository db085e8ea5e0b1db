package dev.muster.scheduler;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The rules for one pod that waits: what of the cluster concerns it is worked out once, and each
 * node is asked after that.
 */
final class PodFilters {
  private final PlacedPod candidate;
  private final ClusterState cluster;
  private final AffinityCounts affinity;
  private final SpreadCounts spread;
  private final Map<String, NodeFit> nodes = new LinkedHashMap<>();

  /**
   * @param nominated by the names of nodes: pods for which room is kept there
   */
  PodFilters(PlacedPod candidate, ClusterState cluster, Map<String, List<PlacedPod>> nominated) {
    this.candidate = candidate;
    this.cluster = cluster;
    this.affinity = new AffinityCounts(candidate, cluster);
    Collection<NodeFit> all = cluster.nodes();
    this.spread = new SpreadCounts(candidate, "DoNotSchedule", all, cluster);
    all.forEach(node -> nodes.put(node.name(), node));
    for (Map.Entry<String, List<PlacedPod>> kept : nominated.entrySet()) {
      NodeFit node = nodes.get(kept.getKey());
      if (node != null) {
        nodes.put(node.name(), node.and(kept.getValue()));
        for (PlacedPod pod : kept.getValue()) {
          count(pod, node, 1);
        }
      }
    }
  }

  PlacedPod candidate() {
    return candidate;
  }

  ClusterState cluster() {
    return cluster;
  }

  Collection<NodeFit> nodes() {
    return nodes.values();
  }

  boolean has(String node) {
    return nodes.containsKey(node);
  }

  NodeFit node(String name) {
    NodeFit found = nodes.get(name);
    if (found == null) {
      throw new IllegalArgumentException("no node is called \"" + name + "\"");
    }
    return found;
  }

  /** The first rule that keeps the pod from a node, in the scheduler's order. */
  Optional<Misfit> check(NodeFit node) {
    return node.check(candidate)
        .or(() -> spread.check(node))
        .or(() -> affinity.check(node.labels()));
  }

  /** What keeps the pod from each node that does not take it. */
  Map<String, Misfit> misfits() {
    Map<String, Misfit> misfits = new LinkedHashMap<>();
    nodes.forEach((name, node) -> check(node).ifPresent(m -> misfits.put(name, m)));
    return misfits;
  }

  /**
   * A pod is supposed to be on a node as well, or not to be.
   *
   * @param by 1 or -1
   */
  void count(PlacedPod other, NodeFit node, int by) {
    affinity.count(other, node.labels(), by);
    spread.count(other, node.name(), by);
  }
}
