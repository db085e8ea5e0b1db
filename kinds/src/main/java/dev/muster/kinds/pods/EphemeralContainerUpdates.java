package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.base.go.GoText;
import dev.muster.model.field.Errors;
import dev.muster.model.field.TreeDiff;
import dev.muster.views.CoreV1.EphemeralContainer;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.ViewList;
import java.util.HashMap;
import java.util.Map;

/** Writes to a pod's ephemeral containers: they can be added, and then never change. */
final class EphemeralContainerUpdates {
  private EphemeralContainerUpdates() {}

  /** Keeps of the new pod only its ephemeral containers. */
  static void prepare(MutablePod pod, MutablePod old) {
    JsonNode added = pod.reading().spec().ephemeralContainers().at().node();
    SubresourceScope.keepOld(pod, old);
    MutablePodSpec spec = pod.spec().ensure();
    spec.ephemeralContainers().copy(added.isEmpty() ? MissingNode.getInstance() : added);
  }

  static void validate(ViewList<EphemeralContainer> containers, PodSpec oldSpec, Errors errors) {
    Map<String, EphemeralContainer> byName = new HashMap<>();
    containers.forEach(container -> byName.put(container.name().text(), container));
    for (EphemeralContainer before : oldSpec.ephemeralContainers()) {
      String name = before.name().text();
      EphemeralContainer now = byName.get(name);
      String which = "existing ephemeral containers " + GoText.quote(name);
      if (now == null) {
        errors.forbidden(containers.at().path(), which + " may not be removed\n");
      } else if (!now.tree().equals(before.tree())) {
        errors.forbidden(
            containers.at().path(),
            which + " may not be changed\n" + TreeDiff.of(before.tree(), now.tree()));
      }
    }
  }
}
