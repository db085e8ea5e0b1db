package dev.muster.kinds.batch;

import dev.muster.base.go.GoText;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.names.Labels;
import dev.muster.views.BatchV1.JobSpec;
import dev.muster.views.BatchV1.PodFailurePolicyOnExitCodesRequirement;
import dev.muster.views.BatchV1.PodFailurePolicyOnPodConditionsPattern;
import dev.muster.views.BatchV1.PodFailurePolicyRule;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.ViewList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a job makes of pods that fail. */
final class FailurePolicies {
  private static final int MAX_RULES = 20;
  private static final int MAX_PATTERNS = 20;
  private static final int MAX_CODES = 255;
  private static final List<String> ACTIONS = List.of("Count", "FailIndex", "FailJob", "Ignore");
  private static final List<String> OPERATORS = List.of("In", "NotIn");
  private static final List<String> STATUSES = List.of("False", "True", "Unknown");

  private FailurePolicies() {}

  static void validate(JobSpec spec, Errors errors) {
    ViewList<PodFailurePolicyRule> rules = spec.podFailurePolicy().rules();
    if (rules.size() > MAX_RULES) {
      errors.tooMany(rules.at().path(), rules.size(), MAX_RULES);
    }
    Set<String> containers = new HashSet<>();
    PodSpec pod = spec.template().spec();
    pod.containers().forEach(container -> containers.add(container.name().text()));
    pod.initContainers().forEach(container -> containers.add(container.name().text()));
    for (PodFailurePolicyRule rule : rules) {
      rule(rule, spec, containers, errors);
    }
  }

  private static void rule(
      PodFailurePolicyRule rule, JobSpec spec, Set<String> containers, Errors errors) {
    At action = rule.action();
    if (action.text().equals("FailIndex")) {
      if (!spec.backoffLimitPerIndex().present()) {
        errors.invalid(action, "requires the backoffLimitPerIndex to be set");
      }
    } else {
      oneOf(action, ACTIONS, errors);
    }
    PodFailurePolicyOnExitCodesRequirement codes = rule.onExitCodes();
    ViewList<PodFailurePolicyOnPodConditionsPattern> patterns = rule.onPodConditions();
    if (codes.present()) {
      codes(codes, containers, errors);
    }
    if (patterns.size() > 0) {
      patterns(patterns, errors);
    }
    if (codes.present() && patterns.size() > 0) {
      errors.invalidWithoutValue(
          rule.at().path(), "specifying both OnExitCodes and OnPodConditions is not supported");
    }
    if (codes.absent() && patterns.size() == 0) {
      errors.invalidWithoutValue(
          rule.at().path(), "specifying one of OnExitCodes and OnPodConditions is required");
    }
  }

  private static void oneOf(At value, List<String> known, Errors errors) {
    if (value.text().isEmpty()) {
      errors.required(
          value.path(),
          "valid values: ["
              + known.stream().map(GoText::quote).collect(Collectors.joining(" "))
              + "]");
    } else if (!known.contains(value.text())) {
      errors.unsupported(value, known);
    }
  }

  private static void patterns(
      ViewList<PodFailurePolicyOnPodConditionsPattern> patterns, Errors errors) {
    if (patterns.size() > MAX_PATTERNS) {
      errors.tooMany(patterns.at().path(), patterns.size(), MAX_PATTERNS);
    }
    for (PodFailurePolicyOnPodConditionsPattern pattern : patterns) {
      Labels.validateKey(pattern.type().text(), pattern.type().path(), errors);
      oneOf(pattern.status(), STATUSES, errors);
    }
  }

  private static void codes(
      PodFailurePolicyOnExitCodesRequirement codes, Set<String> containers, Errors errors) {
    oneOf(codes.operator(), OPERATORS, errors);
    At container = codes.containerName();
    if (container.present() && !containers.contains(container.text())) {
      errors.invalid(
          container, "must be one of the container or initContainer names in the pod template");
    }
    At values = codes.values();
    if (values.size() == 0) {
      errors.invalid(values, "at least one value is required");
    } else if (values.size() > MAX_CODES) {
      errors.tooMany(values.path(), values.size(), MAX_CODES);
    }
    boolean ordered = true;
    long before = Long.MIN_VALUE;
    Set<Long> seen = new HashSet<>();
    for (At value : values.each()) {
      if (codes.operator().text().equals("In") && value.number() == 0) {
        errors.invalid(value, "must not be 0 for the In operator");
      }
      if (!seen.add(value.number())) {
        errors.duplicate(value);
      }
      ordered &= value.number() >= before;
      before = value.number();
    }
    if (!ordered) {
      errors.invalid(values, "must be ordered");
    }
  }
}
