package dev.muster.kinds.pods;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.ContainerResizePolicy;
import dev.muster.views.CoreV1.ContainerRestartRule;
import dev.muster.views.CoreV1.ContainerRestartRuleOnExitCodes;
import dev.muster.views.ViewList;
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

  static void ofContainer(Container container, Errors errors) {
    At policy = container.restartPolicy();
    ViewList<ContainerRestartRule> rules = container.restartPolicyRules();
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
  static void ofInitContainer(Container container, Errors errors) {
    At policy = container.restartPolicy();
    ViewList<ContainerRestartRule> rules = container.restartPolicyRules();
    if (policy.absent()) {
      if (rules.size() > 0) {
        errors.required(policy.path(), NEEDS_POLICY);
      }
    } else if (policy.text().equals("Always")) {
      if (rules.size() > 0) {
        errors.forbidden(
            rules.at().path(),
            "restartPolicyRules are not allowed for init containers with restart policy Always");
      }
    } else {
      ofContainer(container, errors);
    }
  }

  private static void rules(ViewList<ContainerRestartRule> rules, Errors errors) {
    if (rules.size() > MAX_RULES) {
      errors.tooMany(rules.at().path(), rules.size(), MAX_RULES);
    }
    for (ContainerRestartRule rule : rules) {
      if (!ACTIONS.contains(rule.action().text())) {
        errors.unsupported(rule.action(), ACTIONS);
      }
      ContainerRestartRuleOnExitCodes codes = rule.exitCodes();
      if (codes.absent()) {
        errors.required(codes.at().path(), "must be specified");
        continue;
      }
      if (!OPERATORS.contains(codes.operator().text())) {
        errors.unsupported(codes.operator(), OPERATORS);
      }
      if (codes.values().size() > MAX_CODES) {
        errors.tooMany(codes.values().path(), codes.values().size(), MAX_CODES);
      }
    }
  }

  static void onResize(ViewList<ContainerResizePolicy> policies, String podPolicy, Errors errors) {
    Set<String> seen = new HashSet<>();
    for (ContainerResizePolicy policy : policies) {
      At resource = policy.resourceName();
      At restart = policy.restartPolicy();
      if (!seen.add(resource.text())) {
        errors.duplicate(policy.at().path(), GoText.quote(resource.text()));
      }
      oneOf(resource, RESIZED, policies.at().path(), errors);
      oneOf(restart, ON_RESIZE, policies.at().path(), errors);
      if (podPolicy.equals("Never") && !restart.text().equals("NotRequired")) {
        errors.invalidText(
            policies.at().path(),
            restart.text(),
            "must be 'NotRequired' when `restartPolicy` is 'Never'");
      }
    }
  }

  private static void oneOf(At value, List<String> supported, Path list, Errors errors) {
    if (value.empty()) {
      errors.required(list, "");
    } else if (!supported.contains(value.text())) {
      errors.unsupported(list, GoText.quote(value.text()), supported);
    }
  }
}
