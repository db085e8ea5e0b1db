package dev.muster.scheduler;

import dev.muster.views.CoreV1;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes with their pods, namespaces and budgets, kept so that what concerns one pod is found
 * without going through all others. Not thread-safe.
 */
final class ClusterState {
  /** A pod and the name of its node. */
  record Neighbour(PlacedPod pod, String node) {}

  private final Map<String, CoreV1.Node> nodes = new LinkedHashMap<>();
  private final Map<String, NodeFit> fits = new HashMap<>();
  private final Map<String, Neighbour> placed = new HashMap<>();
  private final Map<String, Map<String, PlacedPod>> byNode = new HashMap<>();
  private final Map<String, Map<String, Neighbour>> byNamespace = new HashMap<>();
  private final TermIndex repelling = new TermIndex();
  private final TermIndex attracting = new TermIndex();
  private final Map<String, Map<String, String>> namespaces = new HashMap<>();
  private final Map<String, PodDisruptionBudget> budgets = new HashMap<>();

  /** The node as it was, if it was known. */
  CoreV1.@Nullable Node putNode(CoreV1.Node node) {
    String name = node.metadata().name().text();
    fits.remove(name);
    return nodes.put(name, node);
  }

  void removeNode(String name) {
    fits.remove(name);
    nodes.remove(name);
  }

  Collection<String> nodeNames() {
    return nodes.keySet();
  }

  /** A pod has its node, or other properties than before. */
  void place(PlacedPod pod, String node) {
    String uid = pod.pod().uid();
    remove(uid);
    Neighbour neighbour = new Neighbour(pod, node);
    placed.put(uid, neighbour);
    byNode.computeIfAbsent(node, n -> new LinkedHashMap<>()).put(uid, pod);
    byNamespace.computeIfAbsent(pod.namespace(), n -> new HashMap<>()).put(uid, neighbour);
    fits.remove(node);
    pod.terms().antiAffinity().forEach(term -> repelling.add(term, node));
    pod.terms().affinity().forEach(term -> attracting.add(term, node));
    pod.terms().wishes().forEach(term -> attracting.add(term, node));
  }

  /** False if it had no node. */
  boolean remove(String uid) {
    Neighbour gone = placed.remove(uid);
    if (gone == null) {
      return false;
    }
    String node = gone.node();
    removeFrom(byNode, node, uid);
    removeFrom(byNamespace, gone.pod().namespace(), uid);
    fits.remove(node);
    PodTerms terms = gone.pod().terms();
    terms.antiAffinity().forEach(term -> repelling.remove(term, node));
    terms.affinity().forEach(term -> attracting.remove(term, node));
    terms.wishes().forEach(term -> attracting.remove(term, node));
    return true;
  }

  private static <T> void removeFrom(Map<String, Map<String, T>> maps, String key, String uid) {
    Map<String, T> map = maps.get(key);
    if (map != null) {
      map.remove(uid);
      if (map.isEmpty()) {
        maps.remove(key);
      }
    }
  }

  boolean isPlaced(String uid) {
    return placed.containsKey(uid);
  }

  Collection<NodeFit> nodes() {
    return nodes.keySet().stream().map(this::node).toList();
  }

  /** Made anew only after something on the node has changed. */
  NodeFit node(String name) {
    return fits.computeIfAbsent(
        name,
        n -> {
          CoreV1.Node node = nodes.get(n);
          if (node == null) {
            throw new IllegalArgumentException("no node is called \"" + n + "\"");
          }
          return new NodeFit(node, byNode.getOrDefault(n, Map.of()).values());
        });
  }

  boolean has(String node) {
    return nodes.containsKey(node);
  }

  /** The namespaces in which pods are that have their nodes. */
  Collection<String> namespacesWithPods() {
    return byNamespace.keySet();
  }

  /** The pods of a namespace that have their nodes. */
  Collection<Neighbour> podsIn(String namespace) {
    return byNamespace.getOrDefault(namespace, Map.of()).values();
  }

  /** Who must not be near whom. */
  TermIndex repelling() {
    return repelling;
  }

  /** Who would like to be near whom, or far. */
  TermIndex attracting() {
    return attracting;
  }

  Map<String, Map<String, String>> namespaces() {
    return namespaces;
  }

  Map<String, String> namespaceLabels(String namespace) {
    return namespaces.getOrDefault(namespace, Map.of());
  }

  /** By namespace and name. */
  Map<String, PodDisruptionBudget> budgets() {
    return budgets;
  }
}
