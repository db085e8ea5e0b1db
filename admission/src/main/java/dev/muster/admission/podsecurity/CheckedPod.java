package dev.muster.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.field.At;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A pod, or the template of one, as the checks see it. */
final class CheckedPod {
  private static final List<String> LISTS =
      List.of("initContainers", "containers", "ephemeralContainers");

  private final JsonNode annotations;
  private final At spec;
  private final List<At> containers = new ArrayList<>();

  /**
   * @param annotations of the pod or template
   */
  CheckedPod(JsonNode annotations, At spec) {
    this.annotations = annotations;
    this.spec = spec;
    LISTS.forEach(list -> containers.addAll(spec.get(list).each()));
  }

  JsonNode annotations() {
    return annotations;
  }

  At spec() {
    return spec;
  }

  /** The pod's security context. */
  At context() {
    return spec.get("securityContext");
  }

  List<At> containers() {
    return containers;
  }

  /** The names of the containers whose security context is such. */
  List<String> containersWith(Predicate<At> context) {
    return containers.stream()
        .filter(c -> context.test(c.get("securityContext")))
        .map(c -> c.text("name"))
        .toList();
  }

  boolean isForWindows() {
    return spec.get("os").text("name").equals("windows");
  }

  /** Whether root in the pod is somebody else on the host. */
  boolean hasUsersOfItsOwn() {
    return !spec.get("hostUsers").optionalTruth().orElse(true);
  }
}
