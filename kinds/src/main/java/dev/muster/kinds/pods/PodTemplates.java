package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pod templates as workload kinds hold them. */
public final class PodTemplates {
  private PodTemplates() {}

  /** Fills in what the template's spec leaves open. */
  public static void applyDefaults(ObjectNode template) {
    PodSpecDefaults.apply(Children.ensure(template, "spec"));
    InitContainerAnnotations.drop(template);
  }

  /** Drops what switched-off features bring in, unless the old template already had it. */
  public static void dropDisabledFields(ObjectNode template, @Nullable ObjectNode old) {
    DisabledFields.dropFromSpec(
        Children.ensure(template, "spec"),
        old == null ? null : Children.struct(old, "spec").orElse(null));
  }

  /** Finds what is wrong with a template. */
  public static void validate(At template, Errors errors) {
    PodTemplateValidation.validate(template, errors);
  }

  /** Finds what is wrong with a template's labels and annotations. */
  public static void validateMetadata(At template, Errors errors) {
    PodTemplateValidation.validateMetadata(template, errors);
  }

  /** What the writer of a template should know; the path is that of the template. */
  public static List<String> warnings(At template, @Nullable ObjectNode old) {
    return PodWarnings.ofTemplate(template);
  }
}
