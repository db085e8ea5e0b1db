package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.ControllerRevision;
import dev.muster.views.AppsV1.StatefulSet;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.util.List;

/**
 * The pod of an ordinal: of the old template where the update has not come yet, else of the new.
 */
final class OrdinalPod {
  private OrdinalPod() {}

  static MutablePod made(StatefulView set, StatefulRevisions revisions, int ordinal) {
    int kept =
        set.rollingUpdate().present()
            ? set.partition()
            : set.rolling()
                ? (int) StatefulSet.of(set.object()).status().currentReplicas().number()
                : 0;
    boolean old = ordinal < set.firstOrdinal() + kept;
    ObjectNode revision = old ? revisions.current() : revisions.update();
    PodTemplateSpec template =
        PodTemplateSpec.of(StatefulRevisions.template(ControllerRevision.of(revision)));
    MutablePod pod = MutablePod.create();
    pod.apiVersion("v1").kind("Pod");
    MutableObjectMeta metadata = pod.metadata().replace();
    metadata.generateName(Meta.name(set.object()) + "-");
    for (String part : List.of("labels", "annotations", "finalizers")) {
      if (template.metadata().tree().has(part)) {
        metadata.tree().set(part, template.metadata().tree().get(part));
      }
    }
    metadata
        .ownerReferences()
        .replace()
        .add(ControllerOwners.reference(ControlledResources.STATEFUL_SETS, set.object()).tree());
    pod.spec().set(template.spec().tree());
    set.identify(pod.tree(), ordinal);
    MutablePodSpec spec = pod.spec().ensure();
    spec.hostname(set.podName(ordinal));
    String service = set.spec().serviceName().text();
    if (!service.isEmpty()) {
      spec.subdomain(service);
    }
    set.store(pod.tree());
    metadata.labels().map().put(StatefulView.REVISION, Meta.name(revision));
    return pod;
  }
}
