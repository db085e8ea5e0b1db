package dev.muster.api.autoscaling;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.field.Path;
import dev.muster.api.kinds.Names;
import dev.muster.api.meta.Defaults;
import dev.muster.api.meta.ObjectMetas;
import dev.muster.api.meta.SpecAndStatus;
import java.util.List;
import java.util.Locale;

/** Autoscalers. Stored as {@code autoscaling/v2}. */
public final class HorizontalPodAutoscalerStrategy extends SpecAndStatus {
  private static final List<String> TYPES =
      List.of("ContainerResource", "External", "Object", "Pods", "Resource");

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
    if (spec.get("behavior") instanceof ObjectNode behavior) {
      rules(behavior.withObject("scaleUp"), true);
      rules(behavior.withObject("scaleDown"), false);
    }
  }

  private static void rules(ObjectNode rules, boolean up) {
    if (up) {
      Defaults.number(rules, "stabilizationWindowSeconds", 0);
    }
    Defaults.text(rules, "selectPolicy", "Max");
    if (rules.path("policies").isEmpty()) {
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
    At min = spec.get("minReplicas");
    At max = spec.get("maxReplicas");
    if (min.present() && min.number() < 1) {
      errors.invalid(min, "must be greater than or equal to 1");
    }
    if (max.number() < 1) {
      errors.invalid(max, "must be greater than 0");
    }
    if (min.present() && max.number() < min.number()) {
      errors.invalid(max, "must be greater than or equal to `minReplicas`");
    }
    target(spec.get("scaleTargetRef"), errors);
    for (At metric : spec.get("metrics").each()) {
      metric(metric, errors);
    }
  }

  private static void target(At ref, Errors errors) {
    for (String field : List.of("kind", "name")) {
      At value = ref.get(field);
      Path at = ref.path().child(field);
      if (value.text().isEmpty()) {
        errors.required(at, "");
      } else {
        Names.pathSegment(value.text(), false).forEach(f -> errors.invalid(value, f));
      }
    }
  }

  private static void metric(At metric, Errors errors) {
    At type = metric.get("type");
    if (type.text().isEmpty()) {
      errors.required(type.path(), "must specify a metric source type");
      return;
    }
    if (!TYPES.contains(type.text())) {
      errors.unsupported(type, TYPES);
      return;
    }
    String field = type.text().substring(0, 1).toLowerCase(Locale.ROOT) + type.text().substring(1);
    if (!metric.has(field)) {
      errors.required(
          metric.path().child(field), "must populate information for the given metric source");
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    validate(object, errors);
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
