package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** When containers restart: the pod's policy, a container's own, its rules, and after a resize. */
final class RestartPolicies {
  private static final List<String> POD = List.of("Always", "OnFailure", "Never");
  private static final List<String> CONTAINER = List.of("Always", "Never", "OnFailure");
  private static final List<String> ACTIONS = List.of("Restart");
  private static final List<String> OPERATORS = List.of("In", "NotIn");
  private static final List<String> RESIZED = List.of("cpu", "memory");
  private static final List<String> ON_RESIZE = List.of("NotRequired", "RestartContainer");
  private static final int MAX_RULES = 20;
  private static final int MAX_CODES = 255;
  private static final String NEEDS_POLICY =
      "must specify restartPolicy when restart rules are used";

  private RestartPolicies() {}

  static void ofPod(At policy, Errors errors) {
    if (policy.empty()) {
      errors.required(policy.path(), "");
    } else if (!POD.contains(policy.text())) {
      errors.unsupported(policy, POD);
    }
  }

  static void ofContainer(At container, Errors errors) {
    At policy = container.get("restartPolicy");
    At rules = container.get("restartPolicyRules");
    if (policy.absent()) {
      if (rules.size() == 0) {
        return;
      }
      errors.required(policy.path(), NEEDS_POLICY);
    } else if (!CONTAINER.contains(policy.text())) {
      errors.unsupported(policy, CONTAINER);
    }
    rules(rules, errors);
  }

  /** Sidecars always restart and have no rules. */
  static void ofInitContainer(At container, Errors errors) {
    At policy = container.get("restartPolicy");
    At rules = container.get("restartPolicyRules");
    if (policy.absent()) {
      if (rules.size() > 0) {
        errors.required(policy.path(), NEEDS_POLICY);
      }
    } else if (policy.text().equals("Always")) {
      if (rules.size() > 0) {
        errors.forbidden(
            rules.path(),
            "restartPolicyRules are not allowed for init containers with restart policy Always");
      }
    } else {
      ofContainer(container, errors);
    }
  }

  private static void rules(At rules, Errors errors) {
    if (rules.size() > MAX_RULES) {
      errors.tooMany(rules.path(), rules.size(), MAX_RULES);
    }
    for (At rule : rules.each()) {
      if (!ACTIONS.contains(rule.text("action"))) {
        errors.unsupported(rule.get("action"), ACTIONS);
      }
      At codes = rule.get("exitCodes");
      if (codes.absent()) {
        errors.required(codes.path(), "must be specified");
        continue;
      }
      if (!OPERATORS.contains(codes.text("operator"))) {
        errors.unsupported(codes.get("operator"), OPERATORS);
      }
      if (codes.get("values").size() > MAX_CODES) {
        errors.tooMany(codes.get("values").path(), codes.get("values").size(), MAX_CODES);
      }
    }
  }

  static void onResize(At policies, String podPolicy, Errors errors) {
    Set<String> seen = new HashSet<>();
    for (At policy : policies.each()) {
      At resource = policy.get("resourceName");
      At restart = policy.get("restartPolicy");
      if (!seen.add(resource.text())) {
        errors.duplicate(policy.path(), GoText.quote(resource.text()));
      }
      oneOf(resource, RESIZED, policies, errors);
      oneOf(restart, ON_RESIZE, policies, errors);
      if (podPolicy.equals("Never") && !restart.text().equals("NotRequired")) {
        errors.invalidText(
            policies.path(),
            restart.text(),
            "must be 'NotRequired' when `restartPolicy` is 'Never'");
      }
    }
  }

  private static void oneOf(At value, List<String> supported, At list, Errors errors) {
    if (value.empty()) {
      errors.required(list.path(), "");
    } else if (!supported.contains(value.text())) {
      errors.unsupported(list.path(), GoText.quote(value.text()), supported);
    }
  }
}
