package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import dev.muster.views.CoreV1.EphemeralVolumeSource;
import dev.muster.views.CoreV1.PersistentVolumeClaimTemplate;
import dev.muster.views.CoreV1.Volume;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Claims that come and go with the pod. */
final class ClaimTemplates {
  private static final int MAX_ANNOTATIONS = 256 * 1024;

  private ClaimTemplates() {}

  static void volume(
      EphemeralVolumeSource ephemeral, Volume volume, String podName, Errors errors) {
    PersistentVolumeClaimTemplate template = ephemeral.volumeClaimTemplate();
    if (template.absent()) {
      errors.required(template.at().path(), "");
    } else {
      metadata(template.metadata(), errors);
      ClaimSpecs.validate(template.spec(), errors);
    }
    String name = volume.name().text();
    if (!podName.isEmpty() && !name.isEmpty()) {
      String claim = podName + "-" + name;
      for (String fault : Names.subdomain(claim, false)) {
        errors.invalidText(
            volume.name().path(), name, "PVC name " + GoText.quote(claim) + ": " + fault);
      }
    }
  }

  private static void metadata(ObjectMeta metadata, Errors errors) {
    At annotations = metadata.annotations();
    long size = 0;
    for (Map.Entry<String, At> a : annotations.entries()) {
      Labels.qualifiedName(a.getKey().toLowerCase(Locale.ROOT))
          .forEach(f -> errors.invalidText(annotations.path(), a.getKey(), f));
      size += a.getKey().length() + a.getValue().text().length();
    }
    if (size > MAX_ANNOTATIONS) {
      errors.tooLong(annotations.path(), MAX_ANNOTATIONS);
    }
    Labels.validate(metadata.labels(), errors);
    for (At field : forbidden(metadata)) {
      if (field.present()) {
        errors.forbidden(field.path(), "cannot be set");
      }
    }
  }

  /** Metadata that a template may not set. */
  private static List<At> forbidden(ObjectMeta metadata) {
    return List.of(
        metadata.name(),
        metadata.generateName(),
        metadata.namespace(),
        metadata.selfLink(),
        new At(metadata.uid().node(), metadata.at().path().child("uID")), // as messages call it
        metadata.resourceVersion(),
        metadata.generation(),
        metadata.creationTimestamp(),
        metadata.deletionTimestamp(),
        metadata.deletionGracePeriodSeconds(),
        metadata.ownerReferences().at(),
        metadata.finalizers(),
        metadata.managedFields().at());
  }
}
