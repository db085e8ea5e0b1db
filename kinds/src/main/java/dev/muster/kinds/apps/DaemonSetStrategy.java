package dev.muster.kinds.apps;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.pods.PodTemplates;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.PodTemplateSpec;
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
    count(object, templateGeneration(object));
  }

  @Override
  void defaults(ObjectNode spec) {
    ObjectNode strategy = spec.withObject("updateStrategy");
    setIfAbsent(strategy, "type", "RollingUpdate");
    if (strategy.path("type").asText().equals("RollingUpdate")) {
      ObjectNode rolling = strategy.withObject("rollingUpdate");
      setIfAbsent(rolling, "maxUnavailable", 1);
      setIfAbsent(rolling, "maxSurge", 0);
    }
    setIfAbsent(spec, "revisionHistoryLimit", 10);
  }

  @Override
  public void prepareForCreate(ObjectNode object) {
    super.prepareForCreate(object);
    count(object, Math.max(1, templateGeneration(object)));
  }

  @Override
  public void prepareForUpdate(ObjectNode object, ObjectNode old) {
    super.prepareForUpdate(object, old);
    boolean changed = !template(object).equals(template(old));
    count(object, templateGeneration(old) + (changed ? 1 : 0));
  }

  private static long templateGeneration(ObjectNode object) {
    String text = object.path("metadata").path("annotations").path(TEMPLATE_GENERATION).asText();
    return text.matches("[+-]?[0-9]{1,18}") ? Long.parseLong(text) : 0;
  }

  private static void count(ObjectNode object, long generation) {
    object
        .withObject("metadata")
        .withObject("annotations")
        .put(TEMPLATE_GENERATION, Long.toString(generation));
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, errors, Strictness.FULL);
  }

  private static void validate(ObjectNode object, Errors errors, Strictness strictness) {
    At spec = At.root(object).get("spec");
    At selector = spec.get("selector");
    At template = spec.get("template");
    LabelSelectors.validate(selector, errors, strictness);
    if (LabelSelectors.usable(selector)
        && !LabelSelectors.matches(selector, template.get("metadata", "labels"))) {
      errors.invalid(
          template.get("metadata", "labels"), "`selector` does not match template `labels`");
    }
    if (selector.present() && LabelSelectors.empty(selector)) {
      errors.invalid(selector, "empty selector is invalid for daemonset");
    }
    PodTemplates.validate(new PodTemplateSpec(template), errors);
    everlasting(template, "DaemonSet", errors);
    Numbers.validateNotNegative(spec.get("minReadySeconds"), errors);
    long generation = templateGeneration(object);
    if (generation < 0) {
      errors.invalid(
          spec.path().child("templateGeneration"),
          Long.toString(generation),
          "must be greater than or equal to 0");
    }
    rollout(spec.get("updateStrategy"), errors);
    Numbers.validateNotNegative(spec.get("revisionHistoryLimit"), errors);
  }

  private static void rollout(At strategy, Errors errors) {
    switch (strategy.text("type")) {
      case "OnDelete" -> {
        // nothing more to say
      }
      case "RollingUpdate" -> rolling(strategy.get("rollingUpdate"), errors);
      default ->
          errors.unsupported(
              strategy.path(),
              UnknownRollout.shown(strategy),
              List.of("RollingUpdate", "OnDelete"));
    }
  }

  private static void rolling(At rolling, Errors errors) {
    At unavailable = rolling.get("maxUnavailable");
    At surge = rolling.get("maxSurge");
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
    boolean odd = LabelSelectors.hasOddValues(At.root(old).get("spec", "selector"));
    fixedSelector(object, old, errors);
    validate(object, errors, odd ? Strictness.ANY_VALUES : Strictness.FULL);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At status = At.root(object).get("status");
    Numbers.validateNotNegative(
        status,
        errors,
        "currentNumberScheduled",
        "numberMisscheduled",
        "desiredNumberScheduled",
        "numberReady",
        "observedGeneration",
        "updatedNumberScheduled",
        "numberAvailable",
        "numberUnavailable",
        "collisionCount");
    ReplicaCounts.validateCollisions(status, At.root(old).get("status"), errors);
  }
}
