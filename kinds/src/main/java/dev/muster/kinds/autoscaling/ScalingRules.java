package dev.muster.kinds.autoscaling;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.quantity.Quantity;
import dev.muster.views.AutoscalingV2.HPAScalingPolicy;
import dev.muster.views.AutoscalingV2.HPAScalingRules;
import dev.muster.views.ViewList;
import java.util.List;

/** How quickly an autoscaler scales. */
final class ScalingRules {
  private static final long LONGEST_WINDOW = 3600;
  private static final long LONGEST_PERIOD = 1800;
  private static final List<String> SELECT = List.of("Disabled", "Max", "Min");
  private static final List<String> POLICIES = List.of("Percent", "Pods");

  private ScalingRules() {}

  static void validate(HPAScalingRules rules, Errors errors) {
    if (rules.absent()) {
      return;
    }
    At window = rules.stabilizationWindowSeconds();
    if (window.number() < 0) {
      errors.invalid(window, "must be greater than or equal to zero");
    }
    if (window.number() > LONGEST_WINDOW) {
      errors.invalid(window, "must be less than or equal to " + LONGEST_WINDOW);
    }
    At select = rules.selectPolicy();
    if (select.present() && !SELECT.contains(select.text())) {
      errors.unsupported(select, SELECT);
    }
    ViewList<HPAScalingPolicy> policies = rules.policies();
    if (policies.size() == 0) {
      errors.required(policies.at().path(), "must specify at least one Policy");
    }
    policies.forEach(policy -> policy(policy, errors));
    At tolerance = rules.tolerance();
    if (tolerance.present() && Quantity.parse(tolerance.text()).signum() < 0) {
      errors.invalid(tolerance, "must be greater than or equal to 0");
    }
  }

  private static void policy(HPAScalingPolicy policy, Errors errors) {
    At type = policy.type();
    if (!POLICIES.contains(type.text())) {
      errors.unsupported(type.path(), GoText.quote(type.text()), POLICIES);
    }
    for (String field : List.of("value", "periodSeconds")) {
      long number = policy.at().get(field).number();
      if (number <= 0) {
        errors.invalid(
            policy.at().get(field).path(), Long.toString(number), "must be greater than zero");
      }
    }
    At period = policy.periodSeconds();
    if (period.number() > LONGEST_PERIOD) {
      errors.invalid(period, "must be less than or equal to " + LONGEST_PERIOD);
    }
  }
}
