package dev.muster.node.pods;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.model.field.At;
import dev.muster.node.containers.ContainerProblem;
import dev.muster.node.resize.ResizableResources;
import dev.muster.node.runtime.PodView;
import dev.muster.node.runtime.SandboxView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodStatus;
import dev.muster.views.MutableField;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A pod's status, from what runs and what does not. */
final class PodStatuses {
  /**
   * What the status depends on, beside the pod.
   *
   * @param problems why containers do not start, by name
   * @param before the status that was reported last
   * @param over whether nothing will be started any more
   * @param resize what is told of a resize
   */
  record Setting(
      PodView view,
      Map<String, ContainerProblem> problems,
      PodStatus before,
      boolean over,
      List<ObjectNode> resize,
      Instant startTime,
      Instant now) {

    /** Whether its end was told, and nothing is left that could tell more. */
    private boolean isKnownEnd() {
      return over && view.containers().isEmpty() && ENDS.contains(before.phase().text());
    }
  }

  /** Of a container of which nothing was told. */
  static final ContainerStatus NONE = ContainerStatus.of(MissingNode.getInstance());

  private static final Set<String> ENDS = Set.of("Succeeded", "Failed");

  private final PodHealth health;
  private final Mismatches mismatches;
  private final LastWords lastWords = new LastWords();
  private final Given given;

  /** What containers were last given. */
  @FunctionalInterface
  interface Given {
    Optional<ResizableResources> of(String uid, String container);
  }

  PodStatuses(PodHealth health, Mismatches mismatches, Given given) {
    this.health = health;
    this.given = given;
    this.mismatches = mismatches;
  }

  ObjectNode of(Pod pod, NodeFacts node, Setting with) {
    if (with.isKnownEnd()) {
      return with.before().tree().deepCopy();
    }
    ContainerStatuses containers =
        new ContainerStatuses(
            pod,
            with.view(),
            with.problems(),
            health,
            node,
            lastWords,
            name -> given.of(pod.uid(), name),
            with.over());
    Map<String, ContainerStatus> byName = new LinkedHashMap<>();
    List<String> others = new ArrayList<>();
    String told = PodStatusConditions.mismatches(with.before().conditions());
    MutablePodStatus lists = MutablePodStatus.create();
    for (ContainerSpec container : pod.allContainers()) {
      ContainerStatus before = named(container.statusesIn(with.before()), container.name());
      ObjectNode tree = containers.of(container, before);
      ContainerStatus status = ContainerStatus.of(tree);
      byName.put(container.name(), status);
      mismatches.of(container.name(), status, before, told).ifPresent(others::add);
      list(container, lists).add(tree);
    }
    String phase = Phases.of(pod, byName, with.over());
    MutablePodStatus out = MutablePodStatus.create();
    if (pod.generation() > 0) {
      out.observedGeneration(pod.generation());
    }
    out.phase(phase);
    Optional<SandboxView> sandbox = with.view().readySandbox();
    boolean sandboxReady =
        sandbox.isPresent() && (pod.hostNetwork() || sandbox.get().isConnected());
    out.conditions(
        PodStatusConditions.of(
            pod,
            byName,
            phase,
            sandboxReady,
            Mismatches.line(others),
            with.over() ? List.of() : with.resize(),
            with.before().conditions(),
            with.now()));
    addresses(pod, node, sandbox, with.before(), out);
    out.startTime(Times.seconds(with.startTime()));
    out.tree().setAll(lists.tree());
    keep(pod.status().qosClass(), out.qosClass());
    return out.tree();
  }

  /** The list that a container's status belongs to. */
  private static ArrayNode list(ContainerSpec container, MutablePodStatus in) {
    return switch (container.kind()) {
      case INIT -> in.initContainerStatuses().list();
      case APP -> in.containerStatuses().list();
      case EPHEMERAL -> in.ephemeralContainerStatuses().list();
    };
  }

  private static void addresses(
      Pod pod,
      NodeFacts node,
      Optional<SandboxView> sandbox,
      PodStatus before,
      MutablePodStatus out) {
    if (!node.addresses().isEmpty()) {
      out.hostIP(node.addresses().getFirst());
      out.hostIPs().replace();
      node.addresses().forEach(address -> out.hostIPs().add().ip(address));
    }
    List<String> own =
        pod.hostNetwork()
            ? (sandbox.isPresent() ? node.addresses() : List.of())
            : sandbox.map(SandboxView::addresses).orElse(List.of());
    if (own.isEmpty() && before.podIP().present()) {
      keep(before.podIP(), out.podIP());
      keep(before.podIPs().at(), out.podIPs());
    } else if (!own.isEmpty()) {
      out.podIP(own.getFirst());
      out.podIPs().replace();
      own.forEach(address -> out.podIPs().add().ip(address));
    }
  }

  private static void keep(At from, MutableField to) {
    if (from.present()) {
      to.set(from.node());
    }
  }

  /** The status of a container; absent if there is none. */
  static ContainerStatus named(List<ContainerStatus> list, String name) {
    for (ContainerStatus one : list) {
      if (one.name().text().equals(name)) {
        return one;
      }
    }
    return NONE;
  }

  /** Of a pod that the node will not run. */
  static ObjectNode rejected(Pod pod, String reason, String message, Instant now) {
    MutablePodStatus out = MutablePodStatus.create();
    if (pod.generation() > 0) {
      out.observedGeneration(pod.generation());
    }
    out.phase("Failed").reason(reason);
    out.message("Pod was rejected: " + message);
    out.startTime(Times.seconds(now));
    keep(pod.status().qosClass(), out.qosClass());
    keep(pod.status().conditions().at(), out.conditions());
    return out.tree();
  }
}
