package dev.muster.scheduler;

import dev.muster.kinds.pods.ResourceNames;
import dev.muster.kinds.scheduling.NodeAffinity;
import dev.muster.kinds.scheduling.TaintToleration;
import dev.muster.model.field.At;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.MutableTaint;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.Taint;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A node, its pods, and whether one more fits. What its pods take together is worked out once; for
 * other pods another one is made. Immutable.
 */
public final class NodeFit {
  private static final Taint UNSCHEDULABLE =
      Taint.of(
          MutableTaint.create()
              .key("node.kubernetes.io/unschedulable")
              .effect("NoSchedule")
              .tree());

  private final String name;
  private final CoreV1.Node node;
  private final Map<String, String> labels;
  private final List<PlacedPod> pods;
  private final NodeRoom room;

  NodeFit(CoreV1.Node node, Collection<PlacedPod> pods) {
    this.name = node.metadata().name().text();
    this.node = node;
    this.pods = List.copyOf(pods);
    this.room = new NodeRoom(node.status().allocatable().node(), this.pods);
    this.labels = node.metadata().labels().textMap();
  }

  /**
   * What keeps the node from running a pod that was bound to it: labels, ports, resources. Taints
   * are the scheduler's business, except those that drive pods away.
   *
   * @param others the pods it runs already
   */
  public static Optional<Misfit> forAdmission(CoreV1.Node node, Pod pod, Collection<Pod> others) {
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
    At have = node.status().allocatable();
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

  List<Taint> taints() {
    return node.spec().taints();
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
    if (!node.spec().unschedulable().truth()) {
      return Optional.empty();
    }
    return TaintToleration.tolerated(pod.spec(), UNSCHEDULABLE)
        ? Optional.empty()
        : Optional.of(Misfit.of("NodeUnschedulable", "node(s) were unschedulable", true));
  }

  private Optional<Misfit> taints(Pod pod) {
    return TaintToleration.tolerated(pod.spec(), taints(), TaintToleration.KEEPING_AWAY)
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
        pod.spec().securityContext().supplementalGroupsPolicy().text().equals("Strict");
    boolean able = node.status().features().supplementalGroupsPolicy().truth();
    return strict && !able
        ? Optional.of(
            Misfit.of(
                "SupplementalGroupsPolicy",
                "node(s) didn't support the Pod's supplementalGroupsPolicy Strict",
                true))
        : Optional.empty();
  }
}
