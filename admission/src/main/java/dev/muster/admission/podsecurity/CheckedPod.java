package dev.muster.admission.podsecurity;

import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSecurityContext;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.SecurityContext;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A pod, or the template of one, as the checks see it. */
final class CheckedPod {
  private final At annotations;
  private final PodSpec spec;
  private final List<Container> containers = new ArrayList<>();

  /**
   * @param metadata of the pod or template
   */
  CheckedPod(ObjectMeta metadata, PodSpec spec) {
    this.annotations = metadata.annotations();
    this.spec = spec;
    containers.addAll(spec.initContainers());
    containers.addAll(spec.containers());
    spec.ephemeralContainers().forEach(c -> containers.add(new Container(c.at())));
  }

  static CheckedPod of(Pod pod) {
    return new CheckedPod(pod.metadata(), pod.spec());
  }

  At annotations() {
    return annotations;
  }

  PodSpec spec() {
    return spec;
  }

  /** The pod's security context. */
  PodSecurityContext context() {
    return spec.securityContext();
  }

  /** All containers; of ephemeral ones what all have. */
  List<Container> containers() {
    return containers;
  }

  /** The names of the containers whose security context is such. */
  List<String> containersWith(Predicate<SecurityContext> context) {
    return containers.stream()
        .filter(c -> context.test(c.securityContext()))
        .map(c -> c.name().text())
        .toList();
  }

  boolean isForWindows() {
    return spec.os().name().text().equals("windows");
  }

  /** Whether root in the pod is somebody else on the host. */
  boolean hasUsersOfItsOwn() {
    return !spec.hostUsers().optionalTruth().orElse(true);
  }
}
