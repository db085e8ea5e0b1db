package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.PodTemplates;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.AppsV1;
import dev.muster.views.AppsV1.DaemonSet;
import dev.muster.views.AppsV1.DaemonSetSpec;
import dev.muster.views.AppsV1.DaemonSetStatus;
import dev.muster.views.AppsV1.DaemonSetUpdateStrategy;
import dev.muster.views.AppsV1.MutableDaemonSet;
import dev.muster.views.AppsV1.MutableDaemonSetSpec;
import dev.muster.views.AppsV1.MutableDaemonSetUpdateStrategy;
import dev.muster.views.AppsV1.MutableRollingUpdateDaemonSet;
import dev.muster.views.AppsV1.RollingUpdateDaemonSet;
import dev.muster.views.CoreV1.PodTemplateSpec;
import dev.muster.views.MetaV1.LabelSelector;
import java.util.List;

/** Daemon sets. Changes of their template are counted in an annotation. */
public final class DaemonSetStrategy extends Workload {
  private static final String TEMPLATE_GENERATION = "deprecated.daemonset.template.generation";

  public DaemonSetStrategy() {
    super("apps/v1.DaemonSet");
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    super.applyDefaults(object);
    count(MutableDaemonSet.of(object), templateGeneration(DaemonSet.of(object)));
  }

  @Override
  void defaults(ObjectNode tree) {
    MutableDaemonSetSpec spec = MutableDaemonSetSpec.of(tree);
    MutableDaemonSetUpdateStrategy strategy = spec.updateStrategy().ensure();
    strategy.type().defaultTo("RollingUpdate");
    if (strategy.type().text().equals("RollingUpdate")) {
      MutableRollingUpdateDaemonSet rolling = strategy.rollingUpdate().ensure();
      if (rolling.maxUnavailable().absent()) {
        rolling.maxUnavailable(1);
      }
      if (rolling.maxSurge().absent()) {
        rolling.maxSurge(0);
      }
    }
    spec.revisionHistoryLimit().defaultTo(10);
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    count(MutableDaemonSet.of(object), Math.max(1, templateGeneration(DaemonSet.of(object))));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    super.prepareForUpdate(object, old);
    boolean changed = !template(object).tree().equals(template(old).tree());
    count(MutableDaemonSet.of(object), templateGeneration(DaemonSet.of(old)) + (changed ? 1 : 0));
  }

  private static long templateGeneration(DaemonSet object) {
    String text = object.metadata().annotations().get(TEMPLATE_GENERATION).text();
    return text.matches("[+-]?[0-9]{1,18}") ? Long.parseLong(text) : 0;
  }

  private static void count(MutableDaemonSet object, long generation) {
    object
        .metadata()
        .ensure()
        .annotations()
        .map()
        .put(TEMPLATE_GENERATION, Long.toString(generation));
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(DaemonSet.of(object), errors, Strictness.FULL);
  }

  private static void validate(DaemonSet object, Errors errors, Strictness strictness) {
    DaemonSetSpec spec = object.spec();
    LabelSelector selector = spec.selector();
    PodTemplateSpec template = spec.template();
    LabelSelectors.validate(selector, errors, strictness);
    if (LabelSelectors.usable(selector)
        && !LabelSelectors.matches(selector, template.metadata().labels())) {
      errors.invalid(template.metadata().labels(), "`selector` does not match template `labels`");
    }
    if (selector.present() && LabelSelectors.empty(selector)) {
      errors.invalid(selector.at(), "empty selector is invalid for daemonset");
    }
    PodTemplates.validate(template, errors);
    everlasting(template, "DaemonSet", errors);
    Numbers.validateNotNegative(spec.minReadySeconds(), errors);
    long generation = templateGeneration(object);
    if (generation < 0) {
      errors.invalid(
          spec.at().path().child("templateGeneration"),
          Long.toString(generation),
          "must be greater than or equal to 0");
    }
    rollout(spec.updateStrategy(), errors);
    Numbers.validateNotNegative(spec.revisionHistoryLimit(), errors);
  }

  private static void rollout(DaemonSetUpdateStrategy strategy, Errors errors) {
    switch (strategy.type().text()) {
      case "OnDelete" -> {
        // nothing more to say
      }
      case "RollingUpdate" -> rolling(strategy.rollingUpdate(), errors);
      default ->
          errors.unsupported(
              strategy.at().path(),
              UnknownRollout.shown(new AppsV1.DeploymentStrategy(strategy.at())),
              List.of("RollingUpdate", "OnDelete"));
    }
  }

  private static void rolling(RollingUpdateDaemonSet rolling, Errors errors) {
    At unavailable = rolling.maxUnavailable();
    At surge = rolling.maxSurge();
    Share.validate(unavailable, errors);
    Share.validate(surge, errors);
    Share.validateNotMoreThanAll(unavailable, errors);
    Share.validateNotMoreThanAll(surge, errors);
    boolean down = Share.value(unavailable) != 0;
    boolean up = Share.value(surge) != 0;
    if (down && up) {
      errors.invalid(surge, "may not be set when maxUnavailable is non-zero");
    } else if (!down && !up) {
      errors.required(unavailable.path(), "cannot be 0 when maxSurge is 0");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    boolean odd = LabelSelectors.hasOddValues(DaemonSet.of(old).spec().selector());
    fixedSelector(object, old, errors);
    validate(DaemonSet.of(object), errors, odd ? Strictness.ANY_VALUES : Strictness.FULL);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    DaemonSetStatus status = DaemonSet.of(object).status();
    Numbers.validateNotNegative(
        errors,
        status.currentNumberScheduled(),
        status.numberMisscheduled(),
        status.desiredNumberScheduled(),
        status.numberReady(),
        status.observedGeneration(),
        status.updatedNumberScheduled(),
        status.numberAvailable(),
        status.numberUnavailable(),
        status.collisionCount());
    ReplicaCounts.validateCollisions(
        status.collisionCount(), DaemonSet.of(old).status().collisionCount(), errors);
  }
}
