package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Constraints on how pods spread over the parts of a cluster. */
final class TopologySpread {
  private static final List<String> ACTIONS = List.of("DoNotSchedule", "ScheduleAnyway");
  private static final List<String> POLICIES = List.of("Honor", "Ignore");

  private TopologySpread() {}

  static void validate(At constraints, Errors errors) {
    List<At> all = constraints.each();
    Map<String, Integer> left = new HashMap<>();
    all.forEach(constraint -> left.merge(identity(constraint), 1, Integer::sum));
    for (At constraint : all) {
      positive(constraint.get("maxSkew"), errors);
      if (constraint.get("topologyKey").empty()) {
        errors.required(constraint.get("topologyKey").path(), "can not be empty");
      }
      if (!ACTIONS.contains(constraint.text("whenUnsatisfiable"))) {
        errors.unsupported(constraint.get("whenUnsatisfiable"), ACTIONS);
      }
      if (left.merge(identity(constraint), -1, Integer::sum) > 0) {
        repeated(constraint, errors);
      }
      minDomains(constraint, errors);
      for (String policy : List.of("nodeAffinityPolicy", "nodeTaintsPolicy")) {
        At given = constraint.get(policy);
        if (given.present() && !POLICIES.contains(given.text())) {
          errors.unsupported(given, POLICIES);
        }
      }
      LabelKeys.validate(constraint, errors);
      Labels.validateSelector(constraint.get("labelSelector"), errors);
    }
  }

  private static void positive(At value, Errors errors) {
    if (value.number() <= 0) {
      errors.invalid(value.path(), Long.toString(value.number()), "must be greater than zero");
    }
  }

  private static String identity(At constraint) {
    String key = constraint.text("topologyKey");
    return key.length() + ":" + key + constraint.text("whenUnsatisfiable");
  }

  private static void repeated(At constraint, Errors errors) {
    String key = constraint.text("topologyKey");
    String action = constraint.text("whenUnsatisfiable");
    errors.duplicate(
        constraint.path().child("{topologyKey, whenUnsatisfiable}"),
        GoText.quote("{" + key + ", " + action + "}"));
  }

  private static void minDomains(At constraint, Errors errors) {
    At min = constraint.get("minDomains");
    if (min.absent()) {
      return;
    }
    positive(min, errors);
    String action = constraint.text("whenUnsatisfiable");
    if (!action.equals("DoNotSchedule")) {
      errors.invalid(
          min, "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not " + action);
    }
  }
}
