package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutableSecurityContext;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.SecurityContext;
import java.util.function.Consumer;
import java.util.function.Function;

/** A container of a {@link PodDraft}. What it does not say about itself, its pod says. */
final class ContainerDraft {
  private final PodDraft pod;
  private final Container container;

  ContainerDraft(PodDraft pod, Container container) {
    this.pod = pod;
    this.container = container;
  }

  PodDraft pod() {
    return pod;
  }

  String name() {
    return container.name().text();
  }

  Container view() {
    return container;
  }

  /** What the container says itself. */
  SecurityContext own() {
    return container.securityContext();
  }

  /**
   * What counts for the container: its own value or the pod's, at the container's place.
   *
   * @param own a field of the container
   * @param ofPod the pod's field of the same name
   */
  At effective(Function<SecurityContext, At> own, Function<PodSecurityContext, At> ofPod) {
    At field = own.apply(own());
    return field.present() ? field : new At(ofPod.apply(pod.context()).node(), field.path());
  }

  /** Fills in a field of the container's security context. */
  void fill(Function<SecurityContext, At> field, Consumer<MutableSecurityContext> value) {
    value.accept(MutableContainer.of((ObjectNode) container.tree()).securityContext().ensure());
    pod.filled(field.apply(own()));
  }
}
