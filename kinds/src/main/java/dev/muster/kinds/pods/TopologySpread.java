package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.views.CoreV1.TopologySpreadConstraint;
import dev.muster.views.ViewList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Constraints on how pods spread over the parts of a cluster. */
final class TopologySpread {
  private static final List<String> ACTIONS = List.of("DoNotSchedule", "ScheduleAnyway");
  private static final List<String> POLICIES = List.of("Honor", "Ignore");

  private TopologySpread() {}

  static void validate(ViewList<TopologySpreadConstraint> constraints, Errors errors) {
    Map<String, Integer> left = new HashMap<>();
    constraints.forEach(constraint -> left.merge(identity(constraint), 1, Integer::sum));
    for (TopologySpreadConstraint constraint : constraints) {
      positive(constraint.maxSkew(), errors);
      if (constraint.topologyKey().empty()) {
        errors.required(constraint.topologyKey().path(), "can not be empty");
      }
      if (!ACTIONS.contains(constraint.whenUnsatisfiable().text())) {
        errors.unsupported(constraint.whenUnsatisfiable(), ACTIONS);
      }
      if (left.merge(identity(constraint), -1, Integer::sum) > 0) {
        repeated(constraint, errors);
      }
      minDomains(constraint, errors);
      for (At given : List.of(constraint.nodeAffinityPolicy(), constraint.nodeTaintsPolicy())) {
        if (given.present() && !POLICIES.contains(given.text())) {
          errors.unsupported(given, POLICIES);
        }
      }
      LabelKeys.validate(constraint, errors);
      Labels.validateSelector(constraint.labelSelector().at(), errors);
    }
  }

  private static void positive(At value, Errors errors) {
    if (value.number() <= 0) {
      errors.invalid(value.path(), Long.toString(value.number()), "must be greater than zero");
    }
  }

  private static String identity(TopologySpreadConstraint constraint) {
    String key = constraint.topologyKey().text();
    return key.length() + ":" + key + constraint.whenUnsatisfiable().text();
  }

  private static void repeated(TopologySpreadConstraint constraint, Errors errors) {
    String key = constraint.topologyKey().text();
    String action = constraint.whenUnsatisfiable().text();
    errors.duplicate(
        constraint.at().path().child("{topologyKey, whenUnsatisfiable}"),
        GoText.quote("{" + key + ", " + action + "}"));
  }

  private static void minDomains(TopologySpreadConstraint constraint, Errors errors) {
    At min = constraint.minDomains();
    if (min.absent()) {
      return;
    }
    positive(min, errors);
    String action = constraint.whenUnsatisfiable().text();
    if (!action.equals("DoNotSchedule")) {
      errors.invalid(
          min, "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action);
    }
  }
}
