package dev.muster.kinds.pods.volumes;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.model.names.Names;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Claims that come and go with the pod. */
final class ClaimTemplates {
  private static final int MAX_ANNOTATIONS = 256 * 1024;

  /** Metadata that a template may not set, with the names that messages give it. */
  private static final Map<String, String> UID_NAME = Map.of("uid", "uID");

  private static final List<String> FORBIDDEN =
      List.of(
          "name",
          "generateName",
          "namespace",
          "selfLink",
          "uid",
          "resourceVersion",
          "generation",
          "creationTimestamp",
          "deletionTimestamp",
          "deletionGracePeriodSeconds",
          "ownerReferences",
          "finalizers",
          "managedFields");

  private ClaimTemplates() {}

  static void volume(At ephemeral, At volume, String podName, Errors errors) {
    At template = ephemeral.get("volumeClaimTemplate");
    if (template.absent()) {
      errors.required(template.path(), "");
    } else {
      metadata(template.get("metadata"), errors);
      ClaimSpecs.validate(template.get("spec"), errors);
    }
    String name = volume.text("name");
    if (!podName.isEmpty() && !name.isEmpty()) {
      String claim = podName + "-" + name;
      for (String fault : Names.subdomain(claim, false)) {
        errors.invalidText(
            volume.path().child("name"), name, "PVC name " + GoText.quote(claim) + ": " + fault);
      }
    }
  }

  private static void metadata(At metadata, Errors errors) {
    At annotations = metadata.get("annotations");
    long size = 0;
    for (Map.Entry<String, At> a : annotations.entries()) {
      Labels.qualifiedName(a.getKey().toLowerCase(Locale.ROOT))
          .forEach(f -> errors.invalidText(annotations.path(), a.getKey(), f));
      size += a.getKey().length() + a.getValue().text().length();
    }
    if (size > MAX_ANNOTATIONS) {
      errors.tooLong(annotations.path(), MAX_ANNOTATIONS);
    }
    Labels.validate(metadata.get("labels"), errors);
    for (String field : FORBIDDEN) {
      if (metadata.has(field)) {
        errors.forbidden(
            metadata.path().child(UID_NAME.getOrDefault(field, field)), "cannot be set");
      }
    }
  }
}
