package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import dev.muster.views.StructListField;
import dev.muster.views.ViewList;
import java.util.List;
import java.util.Optional;

/** Writes that change how much processor and memory a pod's containers get. */
final class PodResize {
  private PodResize() {}

  /**
   * Keeps of the new pod only resources and resize policies, unless containers were added, removed
   * or renamed: that is for validation to refuse.
   */
  static void prepare(MutablePod pod, MutablePod old) {
    MutablePodSpec spec = pod.spec().ensure();
    MutablePodSpec before = old.spec().ensure();
    if (spec.containers().size() != before.containers().size()
        || spec.initContainers().size() != before.initContainers().size()) {
      return;
    }
    List<MutableContainer> wanted = spec.containers().each();
    List<MutableContainer> wantedInit = spec.initContainers().each();
    SubresourceScope.keepOld(pod, old);
    MutablePodSpec kept = pod.spec().ensure();
    merge(kept.containers(), wanted);
    merge(kept.initContainers(), wantedInit);
  }

  private static void merge(StructListField<MutableContainer> list, List<MutableContainer> wanted) {
    List<MutableContainer> kept = list.each();
    for (int i = 0; i < kept.size(); i++) {
      if (!kept.get(i).name().text().equals(wanted.get(i).name().text())) {
        list.replace();
        wanted.forEach(list::add);
        return;
      }
    }
    for (int i = 0; i < kept.size(); i++) {
      kept.get(i).resources().copy(wanted.get(i).resources().node());
      kept.get(i).resizePolicy().copy(wanted.get(i).resizePolicy().node());
    }
  }

  /** What makes any resize impossible, if anything does; then nothing else is told. */
  static Optional<String> impossible(Pod old) {
    if (old.metadata().annotations().has(PodAnnotations.MIRROR)) {
      return Optional.of("static pods cannot be resized");
    }
    return old.spec().os().name().text().equals("windows")
        ? Optional.of("windows pods cannot be resized")
        : Optional.empty();
  }

  static void validate(Pod pod, Pod old, Errors errors) {
    PodSpec spec = pod.spec();
    PodSpec before = old.spec();
    String was = old.status().qosClass().text();
    if (!PodQos.of(spec).equals(was.isEmpty() ? PodQos.of(before) : was)) {
      errors.invalidText(
          spec.at().path(),
          pod.status().qosClass().text(),
          "Pod QOS Class may not change as a result of resizing");
    }
    if (!supported(old)) {
      errors.forbidden(spec.at().path(), "Pod running on node without support for resize");
    }
    if (hasPodLevel(before.resources()) || hasPodLevel(spec.resources())) {
      errors.forbidden(
          WholeObject.PATH,
          "resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled");
      return;
    }
    int faults = errors.size();
    sameOrder("containers", spec.containers(), before.containers(), errors);
    sameOrder("initContainers", spec.initContainers(), before.initContainers(), errors);
    if (errors.size() == faults) {
      ResizedResources.validate(spec, before, errors);
    }
  }

  /** Whether the node reports resources, as nodes that can resize do. */
  private static boolean supported(Pod old) {
    return old.status().containerStatuses().stream()
        .filter(container -> container.state().running().present())
        .findFirst()
        .map(container -> container.resources().present())
        .orElse(true);
  }

  private static boolean hasPodLevel(ResourceRequirements whole) {
    return !whole.requests().empty() || !whole.limits().empty();
  }

  private static void sameOrder(
      String list, ViewList<Container> now, ViewList<Container> was, Errors errors) {
    if (now.size() != was.size()) {
      errors.forbidden(now.at().path(), list + " may not be added or removed on resize");
      return;
    }
    for (int i = 0; i < was.size(); i++) {
      At name = now.get(i).name();
      if (!name.text().equals(was.get(i).name().text())) {
        errors.forbidden(name.path(), list + " may not be renamed or reordered on resize");
      }
    }
  }
}
