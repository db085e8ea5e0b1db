package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Gives a pod its node. */
public final class PodBinding {
  private PodBinding() {}

  /** Finds what is wrong with a Binding, whatever the state of its pod. */
  public static void validate(ObjectNode binding, Errors errors) {
    At target = At.root(binding).get("target");
    At kind = target.get("kind");
    if (!kind.empty() && !kind.text().equals("Node")) {
      errors.unsupported(kind, List.of("Node", "<empty>"));
    }
    if (target.get("name").empty()) {
      errors.required(target.get("name").path(), "");
    }
  }

  /**
   * Why the pod cannot be bound now; the caller answers with a Conflict on {@code pods/binding}.
   */
  public static Optional<String> conflict(ObjectNode pod) {
    String name = pod.path("metadata").path("name").asText();
    String node = Children.text(pod.path("spec"), "nodeName");
    if (pod.path("metadata").has("deletionTimestamp")) {
      return Optional.of("pod " + name + " is being deleted, cannot be assigned to a host");
    }
    if (!node.isEmpty()) {
      return Optional.of("pod " + name + " is already assigned to node " + GoText.quote(node));
    }
    return pod.path("spec").path("schedulingGates").isEmpty()
        ? Optional.empty()
        : Optional.of("pod " + name + " has non-empty .spec.schedulingGates");
  }

  /** Finds what a Binding may not bring to a pod, as no other write may. */
  public static void validateBound(ObjectNode pod, ObjectNode old, Errors errors) {
    PodStrategy.annotationsUpdate(At.root(pod), old, errors);
  }

  /** Binds the pod, with the annotations and labels that the Binding brings. */
  public static void apply(ObjectNode binding, ObjectNode pod, Instant now) {
    Children.ensure(pod, "spec").put("nodeName", binding.path("target").path("name").asText());
    for (String map : List.of("annotations", "labels")) {
      JsonNode given = binding.path("metadata").path(map);
      if (!given.isEmpty()) {
        ObjectNode to = Children.ensure(Children.ensure(pod, "metadata"), map);
        given.properties().forEach(e -> to.set(e.getKey(), e.getValue()));
      }
    }
    ObjectNode status = Children.ensure(pod, "status");
    status.remove("nominatedNodeName");
    PodConditions.set(status, PodConditions.scheduled(), now);
  }
}
