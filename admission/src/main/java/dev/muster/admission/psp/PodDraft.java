package dev.muster.admission.psp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSecurityContext;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.PodSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** A copy of a pod that a policy fills in. Remembers what it changed. */
final class PodDraft {
  private final ObjectNode pod;
  private final MutablePodSpec change;
  private final PodSpec spec;
  private final List<FilledIn> changes = new ArrayList<>();
  private final List<ContainerDraft> containers = new ArrayList<>();

  private PodDraft(ObjectNode pod) {
    this.pod = pod;
    this.change = MutablePod.of(pod).spec().ensure();
    this.spec = Pod.of(pod).spec();
    spec.initContainers().forEach(c -> containers.add(new ContainerDraft(this, c)));
    spec.containers().forEach(c -> containers.add(new ContainerDraft(this, c)));
    spec.ephemeralContainers()
        .forEach(c -> containers.add(new ContainerDraft(this, new Container(c.at()))));
  }

  static PodDraft copyOf(ObjectNode pod) {
    return new PodDraft(pod.deepCopy());
  }

  /** Goes on with the pod that came of trying a policy, which is nobody else's any more. */
  static PodDraft of(Trial trial) {
    return new PodDraft(trial.pod());
  }

  ObjectNode pod() {
    return pod;
  }

  PodSpec spec() {
    return spec;
  }

  /** The pod's security context. */
  PodSecurityContext context() {
    return spec.securityContext();
  }

  /** All containers; of ephemeral ones what all have. */
  List<ContainerDraft> containers() {
    return containers;
  }

  List<FilledIn> changes() {
    return List.copyOf(changes);
  }

  /** The value, or empty text. */
  String annotation(String key) {
    return annotations().text(key);
  }

  boolean hasAnnotation(String key) {
    return annotations().has(key);
  }

  private At annotations() {
    return Pod.of(pod).metadata().annotations();
  }

  void annotate(String key, String value) {
    MutablePod.of(pod).metadata().ensure().annotations().map().put(key, value);
    At annotations = annotations();
    changes.add(new FilledIn(annotations.path().key(key).toString(), annotations.get(key).node()));
  }

  /** Fills in a field of the pod's security context. */
  void fill(Function<PodSecurityContext, At> field, Consumer<MutablePodSecurityContext> value) {
    value.accept(change.securityContext().ensure());
    filled(field.apply(context()));
  }

  /** Fills in a field of the pod's spec. */
  void fillSpec(Function<PodSpec, At> field, Consumer<MutablePodSpec> value) {
    value.accept(change);
    filled(field.apply(spec));
  }

  /** Remembers that a policy gave the field its value. */
  void filled(At field) {
    changes.add(new FilledIn(field.path().toString(), field.node()));
  }
}
