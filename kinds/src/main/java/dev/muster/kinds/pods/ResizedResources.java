package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.MutableContainer;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.MutableResourceRequirements;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.ResourceRequirements;
import dev.muster.views.TreeField;
import dev.muster.views.ViewList;
import java.util.List;

/** What a resize may change: processor and memory of containers and sidecars, never to nothing. */
final class ResizedResources {
  private static final String ONLY = "only cpu and memory resources are mutable";
  private static final String ONLY_SIDECARS =
      "only cpu and memory resources for sidecar containers are mutable";

  private ResizedResources() {}

  static void validate(PodSpec spec, PodSpec old, Errors errors) {
    removed(spec.initContainers(), old.initContainers(), true, errors);
    removed(spec.containers(), old.containers(), false, errors);
    Path at = spec.at().path();
    MutablePodSpec rest = MutablePodSpec.copyOf(spec);
    compare(rest.containers().each(), old.containers(), at, errors);
    compareInit(rest.initContainers().each(), old.initContainers(), at, errors);
    if (errors.isEmpty() && !rest.tree().equals(old.tree())) {
      errors.forbidden(at, ONLY);
    }
  }

  private static void removed(
      ViewList<Container> now, ViewList<Container> was, boolean onlySidecars, Errors errors) {
    for (int i = 0; i < was.size(); i++) {
      if (!onlySidecars || isSidecar(was.get(i))) {
        ResourceRequirements resources = now.get(i).resources();
        ResourceRequirements old = was.get(i).resources();
        removed("requests", resources.requests(), old.requests(), errors);
        removed("limits", resources.limits(), old.limits(), errors);
      }
    }
  }

  private static void removed(String list, At now, At old, Errors errors) {
    if (old.node().properties().stream().anyMatch(e -> !now.node().has(e.getKey()))) {
      errors.forbidden(now.path(), "resource " + list + " cannot be removed");
    }
  }

  /** Puts processor and memory back; what then still differs may not. */
  private static void compare(
      List<MutableContainer> now, ViewList<Container> was, Path at, Errors errors) {
    for (int i = 0; i < now.size(); i++) {
      same(now.get(i), was.get(i), ONLY, at, errors);
    }
  }

  private static void compareInit(
      List<MutableContainer> now, ViewList<Container> was, Path at, Errors errors) {
    for (int i = 0; i < now.size(); i++) {
      if (now.get(i).restartPolicy().text().equals("Always")) {
        same(now.get(i), was.get(i), ONLY_SIDECARS, at, errors);
      } else if (!now.get(i).tree().equals(was.get(i).tree())) {
        errors.forbidden(at, "resources for non-sidecar init containers are immutable");
      }
    }
  }

  private static void same(
      MutableContainer now, Container was, String why, Path at, Errors errors) {
    MutableResourceRequirements resources = now.resources().ensure();
    resources.claims().remove();
    putBack(resources.limits(), was.resources().limits());
    putBack(resources.requests(), was.resources().requests());
    if (!now.tree().equals(was.tree())) {
      errors.forbidden(at, why);
    }
  }

  private static void putBack(TreeField list, At old) {
    ObjectNode amounts = list.map();
    for (String name : List.of(ResourceNames.CPU, ResourceNames.MEMORY)) {
      JsonNode before = old.node().get(name);
      amounts.remove(name);
      if (before != null) {
        amounts.set(name, before);
      }
    }
    if (amounts.isEmpty()) {
      list.remove();
    }
  }

  private static boolean isSidecar(Container container) {
    return container.restartPolicy().text().equals("Always");
  }
}
