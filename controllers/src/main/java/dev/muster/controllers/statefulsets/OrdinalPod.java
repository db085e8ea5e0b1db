package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import java.util.List;

/**
 * The pod of an ordinal: of the old template where the update has not come yet, else of the new.
 */
final class OrdinalPod {
  private OrdinalPod() {}

  static ObjectNode made(StatefulView set, StatefulRevisions revisions, int ordinal) {
    int kept =
        set.rollingUpdate().isObject()
            ? set.partition()
            : set.rolling() ? set.object().path("status").path("currentReplicas").asInt() : 0;
    boolean old = ordinal < set.firstOrdinal() + kept;
    ObjectNode revision = old ? revisions.current() : revisions.update();
    ObjectNode template = StatefulRevisions.template(revision);
    ObjectNode pod = JsonNodeFactory.instance.objectNode();
    pod.put("apiVersion", "v1").put("kind", "Pod");
    ObjectNode metadata = pod.putObject("metadata");
    metadata.put("generateName", Meta.name(set.object()) + "-");
    for (String part : List.of("labels", "annotations", "finalizers")) {
      if (template.path("metadata").has(part)) {
        metadata.set(part, template.path("metadata").get(part));
      }
    }
    metadata
        .putArray("ownerReferences")
        .add(ControllerOwners.reference(ControlledResources.STATEFUL_SETS, set.object()));
    pod.set("spec", template.path("spec"));
    set.identify(pod, ordinal);
    ObjectNode spec = pod.withObject("/spec");
    spec.put("hostname", set.podName(ordinal));
    String service = set.spec().path("serviceName").asText();
    if (!service.isEmpty()) {
      spec.put("subdomain", service);
    }
    set.store(pod);
    metadata.withObject("/labels").put(StatefulView.REVISION, Meta.name(revision));
    return pod;
  }
}
