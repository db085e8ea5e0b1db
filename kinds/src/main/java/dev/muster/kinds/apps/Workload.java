package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.HostnameWarnings;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.kinds.pods.PodTemplates;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What workloads with a pod template have in common. */
abstract class Workload extends SpecAndStatus {
  static final Path TEMPLATE = Path.of("spec", "template");
  private static final String MISMATCH = "`selector` does not match template `labels`";

  Workload(String type) {
    super(type, true);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    PodTemplates.applyDefaults(
        MutablePodTemplateSpec.of(object.withObject("spec").withObject("template")));
    defaults(object.withObject("spec"));
  }

  /** Fills in what the spec, the template apart, leaves open. */
  abstract void defaults(ObjectNode spec);

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    PodTemplates.dropDisabledFields(MutablePodTemplateSpec.of(template(object)), null);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    PodTemplates.dropDisabledFields(
        MutablePodTemplateSpec.of(template(object)), PodTemplateSpec.of(template(old)));
    super.prepareForUpdate(object, old);
  }

  static ObjectNode template(ObjectNode object) {
    return object.withObject("spec").withObject("template");
  }

  static void setIfAbsent(ObjectNode struct, String field, long value) {
    if (!struct.hasNonNull(field)) {
      struct.put(field, value);
    }
  }

  static void setIfAbsent(ObjectNode struct, String field, String value) {
    if (struct.path(field).asText().isEmpty()) {
      struct.put(field, value);
    }
  }

  /** Checks that there is a selector which selects something but not everything. */
  static void selector(At selector, String kind, Errors errors) {
    if (selector.absent()) {
      errors.required(selector.path(), "");
      return;
    }
    LabelSelectors.validate(selector, errors);
    if (LabelSelectors.empty(selector)) {
      errors.invalid(selector, "empty selector is invalid for " + kind);
    }
  }

  /** Checks that the selector selects the template's pods. */
  static void matching(At selector, At template, Errors errors) {
    At labels = template.get("metadata", "labels");
    boolean all = selector.present() && LabelSelectors.empty(selector);
    if (!all && !LabelSelectors.matches(selector, labels)) {
      errors.invalid(labels, MISMATCH);
    }
  }

  /** Checks that the template's pods are made to run for ever. */
  static void everlasting(At template, String kind, Errors errors) {
    At policy = template.get("spec", "restartPolicy");
    if (!policy.text().equals("Always")) {
      errors.unsupported(policy, List.of("Always"));
    }
    At deadline = template.get("spec", "activeDeadlineSeconds");
    if (deadline.present()) {
      errors.forbidden(deadline.path(), "activeDeadlineSeconds in " + kind + " is not Supported");
    }
  }

  /** Checks a template of pods that replicas are made from. */
  static void replicaTemplate(At selector, At template, Errors errors) {
    if (!LabelSelectors.usable(selector)) {
      errors.invalid(selector, "invalid label selector");
      return;
    }
    matching(selector, template, errors);
    PodTemplates.validate(new PodTemplateSpec(template), errors);
    everlasting(template, "ReplicaSet", errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
    fixedSelector(object, old, errors);
  }

  static void fixedSelector(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateImmutable(
        At.root(object).get("spec", "selector"), At.root(old).get("spec", "selector"), errors);
  }

  /** The warnings, after one about the name of a new object. */
  final List<String> withHostnameWarning(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    if (old == null) {
      HostnameWarnings.of(object).ifPresent(out::add);
    }
    out.addAll(warningsOfTemplate(object, old));
    return out;
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    return warningsOfTemplate(object, old);
  }

  private static List<String> warningsOfTemplate(ObjectNode object, @Nullable ObjectNode old) {
    return old != null && Generations.same(object, old)
        ? List.of()
        : PodTemplates.warnings(new PodTemplateSpec(At.root(object).get("spec", "template")));
  }
}
