package dev.muster.kinds.policy;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.PolicyV1beta1.SupplementalGroupsPolicyStrategyOptions;
import java.util.List;

/**
 * What policies can say here beyond what Kubernetes' kind could: a strategy for {@code
 * supplementalGroupsPolicy}, and annotations for mode, priority and ranges of the namespace.
 */
final class PolicyExtensions {
  private static final String PREFIX = "psp.muster.dev/";
  private static final List<String> MODES = List.of("audit", "enforce", "warn");
  private static final List<String> RANGED =
      List.of("fsGroup", "runAsGroup", "runAsUser", "supplementalGroups");
  private static final List<String> GROUPS_POLICIES = List.of("Merge", "Strict");

  private PolicyExtensions() {}

  static void validateAnnotations(At annotations, Errors errors) {
    String mode = annotations.text(PREFIX + "mode");
    if (annotations.has(PREFIX + "mode") && !MODES.contains(mode)) {
      errors.unsupported(annotations.path().key(PREFIX + "mode"), "\"" + mode + "\"", MODES);
    }
    String priority = annotations.text(PREFIX + "priority");
    if (annotations.has(PREFIX + "priority") && !priority.matches("-?[0-9]{1,9}")) {
      errors.invalidText(
          annotations.path().key(PREFIX + "priority"),
          priority,
          "must be a whole number of at most nine digits");
    }
    String key = PREFIX + "ranges-from-namespace";
    if (annotations.has(key)) {
      for (String strategy : annotations.text(key).split(",", -1)) {
        if (!RANGED.contains(strategy)) {
          errors.unsupported(annotations.path().key(key), "\"" + strategy + "\"", RANGED);
        }
      }
    }
  }

  static void validateGroupsPolicy(SupplementalGroupsPolicyStrategyOptions options, Errors errors) {
    if (options.absent()) {
      return;
    }
    At values = options.values();
    switch (options.rule().text()) {
      case "RunAsAny" -> {
        if (values.size() > 0) {
          errors.invalid(values, "must be empty");
        }
      }
      case "MustRunAs", "MayRunAs" -> {
        if (values.size() == 0) {
          errors.required(values.path(), "must name at least one policy");
        }
      }
      default -> errors.unsupported(options.rule(), List.of("MayRunAs", "MustRunAs", "RunAsAny"));
    }
    for (At value : values.each()) {
      if (!GROUPS_POLICIES.contains(value.text())) {
        errors.unsupported(value, GROUPS_POLICIES);
      }
    }
  }
}
