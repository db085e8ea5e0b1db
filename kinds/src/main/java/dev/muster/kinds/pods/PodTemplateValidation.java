package dev.muster.kinds.pods;

import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.security.PodSecurity;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;

/** Finds what is wrong with a pod template: its labels, annotations and spec. */
public final class PodTemplateValidation {
  private PodTemplateValidation() {}

  /** Faults in labels and annotations are told without "metadata" in the path. */
  public static void validate(At template, Errors errors) {
    At spec = template.get("spec");
    validateMetadata(template, errors);
    PodSpecValidation.ofTemplate(spec, errors);
    PodSecurity.validateAnnotationsMatch(template, errors);
    if (spec.get("ephemeralContainers").size() > 0) {
      errors.forbidden(
          spec.get("ephemeralContainers").path(),
          "ephemeral containers not allowed in pod template");
    }
  }

  static void validateMetadata(At template, Errors errors) {
    At spec = template.get("spec");
    Labels.validate(moved(template, "labels"), errors);
    At annotations = moved(template, "annotations");
    ObjectMetas.validateAnnotations(annotations, errors);
    PodAnnotations.validate(annotations, spec, errors);
    PodSecurity.validateAnnotations(annotations, spec, errors);
  }

  private static At moved(At template, String field) {
    return new At(template.get("metadata", field).node(), template.path().child(field));
  }
}
