package dev.muster.api.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.field.GoText;
import java.util.Optional;

/** Writes to a pod's ephemeral containers: they can be added, and then never change. */
final class EphemeralContainerUpdates {
  private EphemeralContainerUpdates() {}

  /** Keeps of the new pod only its ephemeral containers. */
  static void prepare(ObjectNode pod, ObjectNode old) {
    JsonNode added = pod.path("spec").path("ephemeralContainers");
    SubresourceScope.keepOld(pod, old);
    ObjectNode spec = Children.ensure(pod, "spec");
    if (added.isEmpty()) {
      spec.remove("ephemeralContainers");
    } else {
      spec.set("ephemeralContainers", added);
    }
  }

  static void validate(At containers, ObjectNode oldSpec, Errors errors) {
    for (ObjectNode before : Children.each(oldSpec, "ephemeralContainers")) {
      String name = Children.text(before, "name");
      Optional<At> now =
          containers.each().stream()
              .filter(c -> c.text("name").equals(name))
              .reduce((first, last) -> last);
      String which = "existing ephemeral containers " + GoText.quote(name);
      if (now.isEmpty()) {
        errors.forbidden(containers.path(), which + " may not be removed\n");
      } else if (!now.get().node().equals(before)) {
        errors.forbidden(
            containers.path(),
            which + " may not be changed\n" + TreeDiff.of(before, now.get().node()));
      }
    }
  }
}
