package dev.muster.kinds.autoscaling;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.AutoscalingV2.CrossVersionObjectReference;
import dev.muster.views.AutoscalingV2.HorizontalPodAutoscaler;
import dev.muster.views.AutoscalingV2.HorizontalPodAutoscalerSpec;
import dev.muster.views.AutoscalingV2.HorizontalPodAutoscalerStatus;
import dev.muster.views.AutoscalingV2.MutableHPAScalingPolicy;
import dev.muster.views.AutoscalingV2.MutableHPAScalingRules;
import dev.muster.views.AutoscalingV2.MutableHorizontalPodAutoscaler;
import dev.muster.views.AutoscalingV2.MutableHorizontalPodAutoscalerBehavior;
import dev.muster.views.AutoscalingV2.MutableHorizontalPodAutoscalerSpec;
import dev.muster.views.AutoscalingV2.MutableMetricSpec;
import java.util.List;

/** Autoscalers. Stored as {@code autoscaling/v2}. */
public final class HorizontalPodAutoscalerStrategy extends SpecAndStatus {
  public HorizontalPodAutoscalerStrategy() {
    super("autoscaling/v2.HorizontalPodAutoscaler", false);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    MutableHorizontalPodAutoscalerSpec spec =
        MutableHorizontalPodAutoscaler.of(object).spec().ensure();
    spec.minReplicas().defaultTo(1);
    if (spec.metrics().empty()) {
      MutableMetricSpec metric = spec.metrics().add().type("Resource");
      metric
          .resource()
          .replace()
          .name("cpu")
          .target()
          .replace()
          .type("Utilization")
          .averageUtilization(80L);
    }
    if (HorizontalPodAutoscaler.of(object).metadata().annotations().node()
        instanceof ObjectNode annotations) {
      AutoscalerV1.dropCarried(annotations);
      if (annotations.isEmpty()) {
        MutableHorizontalPodAutoscaler.of(object).metadata().ensure().annotations().remove();
      }
    }
    if (spec.behavior().node() instanceof ObjectNode behavior) {
      rules(MutableHorizontalPodAutoscalerBehavior.of(behavior).scaleUp().ensure(), true);
      rules(MutableHorizontalPodAutoscalerBehavior.of(behavior).scaleDown().ensure(), false);
    }
  }

  private static void rules(MutableHPAScalingRules rules, boolean up) {
    if (up) {
      rules.stabilizationWindowSeconds().defaultTo(0);
    }
    rules.selectPolicy().setIfAbsent("Max");
    if (!rules.policies().present()) {
      ArrayNode policies = rules.policies().replace();
      if (up) {
        MutableHPAScalingPolicy.of(policies.addObject()).type("Pods").value(4L).periodSeconds(15L);
      }
      MutableHPAScalingPolicy.of(policies.addObject())
          .type("Percent")
          .value(100L)
          .periodSeconds(15L);
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    HorizontalPodAutoscalerSpec spec = HorizontalPodAutoscaler.of(object).spec();
    validate(spec, 1, false, new MetricSpecs(false, errors), errors);
  }

  private static void validate(
      HorizontalPodAutoscalerSpec spec,
      long fewest,
      boolean anyVersion,
      MetricSpecs metrics,
      Errors errors) {
    At min = spec.minReplicas();
    At max = spec.maxReplicas();
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
    CrossVersionObjectReference target = spec.scaleTargetRef();
    boolean coreGroup = target.kind().text().equals("ReplicationController");
    ScaleTargets.validate(target, coreGroup, anyVersion, errors);
    metrics.validate(spec.metrics(), min);
    ScalingRules.validate(spec.behavior().scaleUp(), errors);
    ScalingRules.validate(spec.behavior().scaleDown(), errors);
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    HorizontalPodAutoscalerSpec spec = HorizontalPodAutoscaler.of(object).spec();
    HorizontalPodAutoscalerSpec before = HorizontalPodAutoscaler.of(old).spec();
    At min = before.minReplicas();
    CrossVersionObjectReference target = spec.scaleTargetRef();
    CrossVersionObjectReference had = before.scaleTargetRef();
    boolean same =
        target.kind().text().equals(had.kind().text())
            && target.apiVersion().text().equals(had.apiVersion().text());
    boolean odd =
        before.metrics().stream()
            .filter(metric -> metric.type().text().equals("Object"))
            .anyMatch(
                metric ->
                    ScaleTargets.versionFault(
                            metric.object().describedObject().apiVersion().text(), true)
                        .isPresent());
    long fewest = min.present() && min.number() == 0 ? 0 : 1;
    validate(spec, fewest, same, new MetricSpecs(odd, errors), errors);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    HorizontalPodAutoscalerStatus status = HorizontalPodAutoscaler.of(object).status();
    for (String field : List.of("currentReplicas", "desiredReplicas")) {
      At count = status.at().get(field);
      if (count.number() < 0) {
        errors.invalid(count, "must be greater than or equal to 0");
      }
    }
  }
}
