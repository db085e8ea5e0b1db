package dev.muster.kinds.autoscaling;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Defaults;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** Autoscalers. Stored as {@code autoscaling/v2}. */
public final class HorizontalPodAutoscalerStrategy extends SpecAndStatus {
  public HorizontalPodAutoscalerStrategy() {
    super("autoscaling/v2.HorizontalPodAutoscaler", false);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    ObjectNode spec = object.withObject("spec");
    Defaults.number(spec, "minReplicas", 1);
    if (spec.path("metrics").isEmpty()) {
      ObjectNode metric = spec.putArray("metrics").addObject().put("type", "Resource");
      metric
          .putObject("resource")
          .put("name", "cpu")
          .putObject("target")
          .put("type", "Utilization")
          .put("averageUtilization", 80L);
    }
    if (object.path("metadata").get("annotations") instanceof ObjectNode annotations) {
      AutoscalerV1.dropCarried(annotations);
      if (annotations.isEmpty()) {
        object.withObject("metadata").remove("annotations");
      }
    }
    if (spec.get("behavior") instanceof ObjectNode behavior) {
      rules(behavior.withObject("scaleUp"), true);
      rules(behavior.withObject("scaleDown"), false);
    }
  }

  private static void rules(ObjectNode rules, boolean up) {
    if (up) {
      Defaults.number(rules, "stabilizationWindowSeconds", 0);
    }
    Defaults.absentText(rules, "selectPolicy", "Max");
    if (!rules.has("policies")) {
      ArrayNode policies = rules.putArray("policies");
      if (up) {
        policies.addObject().put("type", "Pods").put("value", 4L).put("periodSeconds", 15L);
      }
      policies.addObject().put("type", "Percent").put("value", 100L).put("periodSeconds", 15L);
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    At spec = At.root(object).get("spec");
    validate(spec, 1, false, new MetricSpecs(false, errors), errors);
  }

  private static void validate(
      At spec, long fewest, boolean anyVersion, MetricSpecs metrics, Errors errors) {
    At min = spec.get("minReplicas");
    At max = spec.get("maxReplicas");
    if (min.present() && min.number() < fewest) {
      errors.invalid(min, "must be greater than or equal to " + fewest);
    }
    String most = Long.toString(max.number());
    if (max.number() < 1) {
      errors.invalid(max.path(), most, "must be greater than 0");
    }
    if (min.present() && max.number() < min.number()) {
      errors.invalid(max.path(), most, "must be greater than or equal to `minReplicas`");
    }
    At target = spec.get("scaleTargetRef");
    boolean coreGroup = target.text("kind").equals("ReplicationController");
    ScaleTargets.validate(target, coreGroup, anyVersion, errors);
    metrics.validate(spec.get("metrics"), min);
    ScalingRules.validate(spec.get("behavior", "scaleUp"), errors);
    ScalingRules.validate(spec.get("behavior", "scaleDown"), errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At spec = At.root(object).get("spec");
    At before = At.root(old).get("spec");
    At min = before.get("minReplicas");
    At target = spec.get("scaleTargetRef");
    At had = before.get("scaleTargetRef");
    boolean same =
        target.text("kind").equals(had.text("kind"))
            && target.text("apiVersion").equals(had.text("apiVersion"));
    boolean odd =
        before.get("metrics").each().stream()
            .filter(metric -> metric.text("type").equals("Object"))
            .anyMatch(
                metric ->
                    ScaleTargets.versionFault(
                            metric.get("object", "describedObject").text("apiVersion"), true)
                        .isPresent());
    long fewest = min.present() && min.number() == 0 ? 0 : 1;
    validate(spec, fewest, same, new MetricSpecs(odd, errors), errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    At status = At.root(object).get("status");
    for (String field : List.of("currentReplicas", "desiredReplicas")) {
      At count = status.get(field);
      if (count.number() < 0) {
        errors.invalid(count, "must be greater than or equal to 0");
      }
    }
  }
}
