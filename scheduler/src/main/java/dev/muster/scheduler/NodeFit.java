package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.pods.ResourceNames;
import dev.muster.model.podspec.Pod;
import dev.muster.model.quantity.Quantity;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A node, its pods, and whether one more fits. What its pods take together is worked out once; for
 * other pods another one is made. Immutable.
 */
public final class NodeFit {
  private final String name;
  private final ObjectNode node;
  private final Map<String, String> labels = new LinkedHashMap<>();
  private final List<PlacedPod> pods;
  private final NodeRoom room;

  NodeFit(ObjectNode node, Collection<PlacedPod> pods) {
    this.name = node.path("metadata").path("name").asText();
    this.node = node;
    this.pods = List.copyOf(pods);
    this.room = new NodeRoom(node.path("status").path("allocatable"), this.pods);
    node.path("metadata")
        .path("labels")
        .properties()
        .forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
  }

  /**
   * What keeps the node from running a pod that was bound to it: labels, ports, resources. Taints
   * are the scheduler's business, except those that drive pods away.
   *
   * @param others the pods it runs already
   */
  public static Optional<Misfit> forAdmission(ObjectNode node, Pod pod, Collection<Pod> others) {
    List<PlacedPod> placed = others.stream().map(PlacedPod::of).toList();
    NodeFit fit = new NodeFit(node, placed);
    PlacedPod candidate = fit.withoutMissing(PlacedPod.of(pod));
    return fit.room
        .resources(candidate)
        .or(() -> fit.affinity(pod))
        .or(() -> fit.room.ports(candidate));
  }

  /** What this node does not count is the scheduler's to grant. */
  private PlacedPod withoutMissing(PlacedPod candidate) {
    Map<String, Quantity> counted = new TreeMap<>(candidate.requests());
    JsonNode have = node.path("status").path("allocatable");
    counted.keySet().removeIf(name -> ResourceNames.isExtended(name) && !have.has(name));
    return candidate.with(counted);
  }

  String name() {
    return name;
  }

  Map<String, String> labels() {
    return labels;
  }

  List<PlacedPod> pods() {
    return pods;
  }

  NodeRoom room() {
    return room;
  }

  JsonNode taints() {
    return node.path("spec").path("taints");
  }

  /** The same node with other pods. */
  NodeFit with(Collection<PlacedPod> others) {
    return new NodeFit(node, others);
  }

  /** The same node with more pods. */
  NodeFit and(Collection<PlacedPod> more) {
    List<PlacedPod> all = new ArrayList<>(pods);
    all.addAll(more);
    return new NodeFit(node, all);
  }

  /** The first rule that keeps the pod away by what this node is and has. */
  Optional<Misfit> check(PlacedPod candidate) {
    Pod pod = candidate.pod();
    return unschedulable(pod)
        .or(() -> taints(pod))
        .or(() -> affinity(pod))
        .or(() -> room.ports(candidate))
        .or(() -> room.resources(candidate))
        .or(() -> groupsPolicy(pod));
  }

  private Optional<Misfit> unschedulable(Pod pod) {
    if (!node.path("spec").path("unschedulable").asBoolean()) {
      return Optional.empty();
    }
    ObjectNode taint = JsonNodeFactory.instance.objectNode();
    taint.put("key", "node.kubernetes.io/unschedulable").put("effect", "NoSchedule");
    for (JsonNode toleration : pod.spec().path("tolerations")) {
      if (TaintFilter.tolerates(toleration, taint)) {
        return Optional.empty();
      }
    }
    return Optional.of(Misfit.of("NodeUnschedulable", "node(s) were unschedulable", true));
  }

  private Optional<Misfit> taints(Pod pod) {
    return TaintFilter.admitted(pod.spec(), taints())
        ? Optional.empty()
        : Optional.of(Misfit.of("TaintToleration", "node(s) had untolerated taint(s)", true));
  }

  private Optional<Misfit> affinity(Pod pod) {
    return NodeAffinity.matches(pod.spec(), name, labels)
        ? Optional.empty()
        : Optional.of(
            Misfit.of("NodeAffinity", "node(s) didn't match Pod's node affinity/selector", true));
  }

  /** A runtime that would ignore the policy must not get the pod. */
  private Optional<Misfit> groupsPolicy(Pod pod) {
    boolean strict =
        pod.spec()
            .path("securityContext")
            .path("supplementalGroupsPolicy")
            .asText()
            .equals("Strict");
    boolean able =
        node.path("status").path("features").path("supplementalGroupsPolicy").asBoolean();
    return strict && !able
        ? Optional.of(
            Misfit.of(
                "SupplementalGroupsPolicy",
                "node(s) didn't support the Pod's supplementalGroupsPolicy Strict",
                true))
        : Optional.empty();
  }
}
