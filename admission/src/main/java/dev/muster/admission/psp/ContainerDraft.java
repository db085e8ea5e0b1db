package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Path;

/** A container of a {@link PodDraft}. What it does not say about itself, its pod says. */
final class ContainerDraft {
  private final PodDraft pod;
  private final At container;

  ContainerDraft(PodDraft pod, At container) {
    this.pod = pod;
    this.container = container;
  }

  PodDraft pod() {
    return pod;
  }

  String name() {
    return container.text("name");
  }

  At at() {
    return container;
  }

  /** What the container says itself. */
  At own(String field) {
    return container.get("securityContext").get(field);
  }

  /** What counts for the container: its own value or the pod's, at the container's place. */
  At effective(String field) {
    At own = own(field);
    return own.present() ? own : new At(pod.context().get(field).node(), own.path());
  }

  Path path(String field) {
    return container.path().child("securityContext").child(field);
  }

  void set(String field, JsonNode value) {
    ObjectNode context = PodDraft.child((ObjectNode) container.node(), "securityContext");
    pod.set(context, container.path().child("securityContext"), field, value);
  }
}
