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
import dev.muster.views.AppsV1.MutableReplicaSet;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.MetaV1.LabelSelector;
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
    PodTemplates.applyDefaults(MutableReplicaSet.of(object).spec().ensure().template().ensure());
    defaults(MutableReplicaSet.of(object).spec().ensure().tree());
  }

  /** Fills in what the spec, the template apart, leaves open. */
  abstract void defaults(ObjectNode spec);

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    PodTemplates.dropDisabledFields(template(object), null);
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    PodTemplates.dropDisabledFields(template(object), template(old).reading());
    super.prepareForUpdate(object, old);
  }

  static MutablePodTemplateSpec template(ObjectNode object) {
    return MutableReplicaSet.of(object).spec().ensure().template().ensure();
  }

  /** Checks that there is a selector which selects something but not everything. */
  static void selector(LabelSelector selector, String kind, Errors errors) {
    if (selector.absent()) {
      errors.required(selector.at().path(), "");
      return;
    }
    LabelSelectors.validate(selector, errors);
    if (LabelSelectors.empty(selector)) {
      errors.invalid(selector.at(), "empty selector is invalid for " + kind);
    }
  }

  /** Checks that the selector selects the template's pods. */
  static void matching(LabelSelector selector, PodTemplateSpec template, Errors errors) {
    At labels = template.metadata().labels();
    boolean all = selector.present() && LabelSelectors.empty(selector);
    if (!all && !LabelSelectors.matches(selector, labels)) {
      errors.invalid(labels, MISMATCH);
    }
  }

  /** Checks that the template's pods are made to run for ever. */
  static void everlasting(PodTemplateSpec template, String kind, Errors errors) {
    At policy = template.spec().restartPolicy();
    if (!policy.text().equals("Always")) {
      errors.unsupported(policy, List.of("Always"));
    }
    At deadline = template.spec().activeDeadlineSeconds();
    if (deadline.present()) {
      errors.forbidden(deadline.path(), "activeDeadlineSeconds in " + kind + " is not Supported");
    }
  }

  /** Checks a template of pods that replicas are made from. */
  static void replicaTemplate(LabelSelector selector, PodTemplateSpec template, Errors errors) {
    if (!LabelSelectors.usable(selector)) {
      errors.invalid(selector.at(), "invalid label selector");
      return;
    }
    matching(selector, template, errors);
    PodTemplates.validate(template, errors);
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
        ReplicaSet.of(object).spec().selector().at(),
        ReplicaSet.of(old).spec().selector().at(),
        errors);
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
        : PodTemplates.warnings(ReplicaSet.of(object).spec().template());
  }
}
