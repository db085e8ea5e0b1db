package dev.muster.api.pods;

import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.field.GoText;
import dev.muster.api.kinds.Labels;
import java.util.List;

/** Constraints on how pods spread over the parts of a cluster. */
final class TopologySpread {
  private static final List<String> ACTIONS = List.of("DoNotSchedule", "ScheduleAnyway");
  private static final List<String> POLICIES = List.of("Honor", "Ignore");

  private TopologySpread() {}

  static void validate(At constraints, Errors errors) {
    List<At> all = constraints.each();
    for (int i = 0; i < all.size(); i++) {
      At constraint = all.get(i);
      positive(constraint.get("maxSkew"), errors);
      if (constraint.get("topologyKey").empty()) {
        errors.required(constraint.get("topologyKey").path(), "can not be empty");
      }
      if (!ACTIONS.contains(constraint.text("whenUnsatisfiable"))) {
        errors.unsupported(constraint.get("whenUnsatisfiable"), ACTIONS);
      }
      repeated(constraint, all.subList(i + 1, all.size()), errors);
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

  private static void repeated(At constraint, List<At> later, Errors errors) {
    String key = constraint.text("topologyKey");
    String action = constraint.text("whenUnsatisfiable");
    boolean again =
        later.stream()
            .anyMatch(
                o ->
                    o.text("topologyKey").equals(key)
                        && o.text("whenUnsatisfiable").equals(action));
    if (again) {
      errors.duplicate(
          constraint.path().child("{topologyKey, whenUnsatisfiable}"),
          GoText.quote("{" + key + ", " + action + "}"));
    }
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
