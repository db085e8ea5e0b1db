package dev.muster.kinds.pods;

import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pod templates as workload kinds hold them. */
public final class PodTemplates {
  private PodTemplates() {}

  /** Fills in what the template's spec leaves open. */
  public static void applyDefaults(MutablePodTemplateSpec template) {
    PodSpecDefaults.apply(template.spec().ensure());
    InitContainerAnnotations.drop(template.metadata());
  }

  /** Drops what switched-off features bring in, unless the old template already had it. */
  public static void dropDisabledFields(
      MutablePodTemplateSpec template, @Nullable PodTemplateSpec old) {
    DisabledFields.dropFromSpec(template.spec().ensure(), old == null ? null : old.spec());
  }

  /** Finds what is wrong with a template. */
  public static void validate(PodTemplateSpec template, Errors errors) {
    PodTemplateValidation.validate(template, errors);
  }

  /** Finds what is wrong with a template's labels and annotations. */
  public static void validateMetadata(PodTemplateSpec template, Errors errors) {
    PodTemplateValidation.validateMetadata(template, errors);
  }

  /** What the writer of a template should know; the path is that of the template. */
  public static List<String> warnings(PodTemplateSpec template) {
    return PodWarnings.ofTemplate(template);
  }
}
