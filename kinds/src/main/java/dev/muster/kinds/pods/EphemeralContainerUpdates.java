package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.TreeDiff;
import java.util.HashMap;
import java.util.Map;

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
    Map<String, At> byName = new HashMap<>();
    containers.each().forEach(container -> byName.put(container.text("name"), container));
    for (ObjectNode before : Children.each(oldSpec, "ephemeralContainers")) {
      String name = Children.text(before, "name");
      At now = byName.get(name);
      String which = "existing ephemeral containers " + GoText.quote(name);
      if (now == null) {
        errors.forbidden(containers.path(), which + " may not be removed\n");
      } else if (!now.node().equals(before)) {
        errors.forbidden(
            containers.path(), which + " may not be changed\n" + TreeDiff.of(before, now.node()));
      }
    }
  }
}
