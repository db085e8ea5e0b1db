package dev.muster.kinds.pods;

import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.security.PodSecurity;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.names.Labels;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.MetaV1.ObjectMeta;

/** Finds what is wrong with a pod template: its labels, annotations and spec. */
public final class PodTemplateValidation {
  private PodTemplateValidation() {}

  /** Faults in labels and annotations are told without "metadata" in the path. */
  public static void validate(PodTemplateSpec template, Errors errors) {
    PodSpec spec = template.spec();
    validateMetadata(template, errors);
    PodSpecValidation.ofTemplate(spec, errors);
    PodSecurity.validateAnnotationsMatch(new Pod(template.at()), errors);
    if (spec.ephemeralContainers().size() > 0) {
      errors.forbidden(
          spec.ephemeralContainers().at().path(),
          "ephemeral containers not allowed in pod template");
    }
  }

  static void validateMetadata(PodTemplateSpec template, Errors errors) {
    PodSpec spec = template.spec();
    ObjectMeta metadata = template.metadata();
    Labels.validate(moved(metadata.labels(), template.at().path().child("labels")), errors);
    At annotations = moved(metadata.annotations(), template.at().path().child("annotations"));
    ObjectMetas.validateAnnotations(annotations, errors);
    PodAnnotations.validate(annotations, spec, errors);
    PodSecurity.validateAnnotations(annotations, spec, errors);
  }

  private static At moved(At field, Path to) {
    return new At(field.node(), to);
  }
}
