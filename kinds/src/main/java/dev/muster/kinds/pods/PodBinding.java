package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.Binding;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodStatus;
import dev.muster.views.CoreV1.ObjectReference;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.TreeField;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Gives a pod its node. */
public final class PodBinding {
  private PodBinding() {}

  /** Finds what is wrong with a Binding, whatever the state of its pod. */
  public static void validate(ObjectNode binding, Errors errors) {
    ObjectReference target = Binding.of(binding).target();
    At kind = target.kind();
    if (!kind.empty() && !kind.text().equals("Node")) {
      errors.unsupported(kind, List.of("Node", "<empty>"));
    }
    if (target.name().empty()) {
      errors.required(target.name().path(), "");
    }
  }

  /**
   * Why the pod cannot be bound now; the caller answers with a Conflict on {@code pods/binding}.
   */
  public static Optional<String> conflict(ObjectNode tree) {
    Pod pod = Pod.of(tree);
    String name = pod.metadata().name().text();
    String node = pod.spec().nodeName().text();
    if (pod.metadata().deletionTimestamp().present()) {
      return Optional.of("pod " + name + " is being deleted, cannot be assigned to a host");
    }
    if (!node.isEmpty()) {
      return Optional.of("pod " + name + " is already assigned to node " + GoText.quote(node));
    }
    return pod.spec().schedulingGates().isEmpty()
        ? Optional.empty()
        : Optional.of("pod " + name + " has non-empty .spec.schedulingGates");
  }

  /** Finds what a Binding may not bring to a pod, as no other write may. */
  public static void validateBound(ObjectNode pod, ObjectNode old, Errors errors) {
    PodStrategy.annotationsUpdate(Pod.of(pod), Pod.of(old), errors);
  }

  /** Binds the pod, with the annotations and labels that the Binding brings. */
  public static void apply(ObjectNode tree, ObjectNode podTree, Instant now) {
    Binding binding = Binding.of(tree);
    MutablePod pod = MutablePod.of(podTree);
    pod.spec().ensure().nodeName(binding.target().name().text());
    MutableObjectMeta metadata = pod.metadata().ensure();
    putAll(binding.metadata().annotations(), metadata.annotations());
    putAll(binding.metadata().labels(), metadata.labels());
    MutablePodStatus status = pod.status().ensure();
    status.nominatedNodeName().remove();
    PodConditions.set(status, PodConditions.scheduled(), now);
  }

  private static void putAll(At given, TreeField to) {
    if (!given.empty()) {
      ObjectNode map = to.map();
      given.node().properties().forEach(entry -> map.set(entry.getKey(), entry.getValue()));
    }
  }
}
