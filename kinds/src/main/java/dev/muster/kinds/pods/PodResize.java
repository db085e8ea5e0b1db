package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Writes that change how much processor and memory a pod's containers get. */
final class PodResize {
  private static final List<String> LISTS = List.of("containers", "initContainers");
  private static final String ONLY = "only cpu and memory resources are mutable";

  private PodResize() {}

  /**
   * Keeps of the new pod only resources and resize policies, unless containers were added, removed
   * or renamed: that is for validation to refuse.
   */
  static void prepare(ObjectNode pod, ObjectNode old) {
    ObjectNode spec = Children.ensure(pod, "spec");
    ObjectNode before = Children.ensure(old, "spec");
    if (LISTS.stream().anyMatch(l -> spec.path(l).size() != before.path(l).size())) {
      return;
    }
    List<List<ObjectNode>> wanted = new ArrayList<>();
    LISTS.forEach(l -> wanted.add(Children.each(spec, l)));
    SubresourceScope.keepOld(pod, old);
    for (int i = 0; i < LISTS.size(); i++) {
      merge(Children.ensure(pod, "spec"), LISTS.get(i), wanted.get(i));
    }
  }

  private static void merge(ObjectNode spec, String list, List<ObjectNode> wanted) {
    List<ObjectNode> kept = Children.each(spec, list);
    for (int i = 0; i < kept.size(); i++) {
      if (!kept.get(i).path("name").equals(wanted.get(i).path("name"))) {
        var all = spec.putArray(list);
        wanted.forEach(all::add);
        return;
      }
    }
    for (int i = 0; i < kept.size(); i++) {
      PodUpdates.copy("resources", wanted.get(i), kept.get(i));
      PodUpdates.copy("resizePolicy", wanted.get(i), kept.get(i));
    }
  }

  /** What makes any resize impossible, if anything does; then nothing else is told. */
  static Optional<String> impossible(ObjectNode old) {
    if (old.path("metadata").path("annotations").has(PodAnnotations.MIRROR)) {
      return Optional.of("static pods cannot be resized");
    }
    return old.path("spec").path("os").path("name").asText().equals("windows")
        ? Optional.of("windows pods cannot be resized")
        : Optional.empty();
  }

  static void validate(At pod, ObjectNode old, Errors errors) {
    At spec = pod.get("spec");
    ObjectNode oldSpec = Children.ensure(old, "spec");
    String was = Children.text(old.path("status"), "qosClass");
    if (!PodQos.of((ObjectNode) spec.node()).equals(was.isEmpty() ? PodQos.of(oldSpec) : was)) {
      errors.invalidText(
          spec.path(),
          pod.get("status").text("qosClass"),
          "Pod QOS Class may not change as a result of resizing");
    }
    if (!supported(old)) {
      errors.forbidden(spec.path(), "Pod running on node without support for resize");
    }
    if (hasPodLevel(oldSpec) || hasPodLevel(spec.node())) {
      errors.forbidden(
          WholeObject.PATH,
          "resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled");
      return;
    }
    if (sameOrder(spec, oldSpec, errors)) {
      resources(spec, oldSpec, errors);
    }
  }

  /** Whether the node reports resources, as nodes that can resize do. */
  private static boolean supported(ObjectNode old) {
    return Children.each(old.path("status"), "containerStatuses").stream()
        .filter(c -> c.path("state").has("running"))
        .findFirst()
        .map(c -> c.has("resources"))
        .orElse(true);
  }

  private static boolean hasPodLevel(JsonNode spec) {
    JsonNode whole = spec.path("resources");
    return !whole.path("requests").isEmpty() || !whole.path("limits").isEmpty();
  }

  private static boolean sameOrder(At spec, ObjectNode old, Errors errors) {
    int before = errors.size();
    for (String list : LISTS) {
      At now = spec.get(list);
      List<ObjectNode> was = Children.each(old, list);
      if (now.size() != was.size()) {
        errors.forbidden(now.path(), list + " may not be added or removed on resize");
        continue;
      }
      List<At> all = now.each();
      for (int i = 0; i < was.size(); i++) {
        At name = all.get(i).get("name");
        if (!name.text().equals(Children.text(was.get(i), "name"))) {
          errors.forbidden(name.path(), list + " may not be renamed or reordered on resize");
        }
      }
    }
    return errors.size() == before;
  }

  private static void resources(At spec, ObjectNode old, Errors errors) {
    for (String list : List.of("initContainers", "containers")) {
      List<ObjectNode> was = Children.each(old, list);
      List<At> now = spec.get(list).each();
      for (int i = 0; i < was.size(); i++) {
        if (list.equals("containers") || isSidecar(was.get(i))) {
          removed(now.get(i).get("resources"), was.get(i).path("resources"), errors);
        }
      }
    }
    ObjectNode rest = spec.node().deepCopy();
    compare(rest, old, "containers", ONLY, spec.path(), errors);
    compare(
        rest,
        old,
        "initContainers",
        "only cpu and memory resources for sidecar containers are mutable",
        spec.path(),
        errors);
    if (errors.isEmpty() && !rest.equals(old)) {
      errors.forbidden(spec.path(), ONLY);
    }
  }

  private static void removed(At resources, JsonNode old, Errors errors) {
    for (String list : List.of("requests", "limits")) {
      boolean gone =
          old.path(list).properties().stream()
              .anyMatch(e -> !resources.node().path(list).has(e.getKey()));
      if (gone) {
        errors.forbidden(resources.get(list).path(), "resource " + list + " cannot be removed");
      }
    }
  }

  /** Puts processor and memory back; what then still differs may not. */
  private static void compare(
      ObjectNode rest, ObjectNode old, String list, String why, Path at, Errors errors) {
    List<ObjectNode> was = Children.each(old, list);
    List<ObjectNode> now = Children.each(rest, list);
    for (int i = 0; i < now.size(); i++) {
      if (list.equals("initContainers") && !isSidecar(now.get(i))) {
        if (!now.get(i).equals(was.get(i))) {
          errors.forbidden(at, "resources for non-sidecar init containers are immutable");
        }
        continue;
      }
      putBack(now.get(i), was.get(i));
      if (!now.get(i).equals(was.get(i))) {
        errors.forbidden(at, why);
      }
    }
  }

  private static void putBack(ObjectNode container, ObjectNode old) {
    ObjectNode resources = Children.ensure(container, "resources");
    resources.remove("claims");
    for (String list : List.of("limits", "requests")) {
      ObjectNode amounts = Children.ensure(resources, list);
      for (String name : List.of(ResourceNames.CPU, ResourceNames.MEMORY)) {
        JsonNode before = old.path("resources").path(list).get(name);
        amounts.remove(name);
        if (before != null) {
          amounts.set(name, before);
        }
      }
      if (amounts.isEmpty()) {
        resources.remove(list);
      }
    }
  }

  private static boolean isSidecar(ObjectNode container) {
    return Children.text(container, "restartPolicy").equals("Always");
  }
}
