package dev.muster.kinds.batch;

import dev.muster.kinds.meta.Numbers;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.views.BatchV1.JobSpec;
import dev.muster.views.BatchV1.SuccessPolicy;
import dev.muster.views.BatchV1.SuccessPolicyRule;
import dev.muster.views.ViewList;

/** When an indexed job counts as done before all its indexes are. */
final class SuccessPolicies {
  private static final int MAX_RULES = 20;
  private static final int MAX_INDEXES_TEXT = 64 << 10;

  private SuccessPolicies() {}

  static void validate(JobSpec spec, Errors errors) {
    SuccessPolicy policy = spec.successPolicy();
    if (!JobSpecs.indexed(spec)) {
      errors.invalid(
          policy.at().path(),
          InternalForm.of("batch.SuccessPolicy", policy.tree()),
          "requires indexed completion mode");
      return;
    }
    ViewList<SuccessPolicyRule> rules = policy.rules();
    if (rules.isEmpty()) {
      errors.required(
          rules.at().path(),
          "at least one rules must be specified when the successPolicy is specified");
    }
    if (rules.size() > MAX_RULES) {
      errors.tooMany(rules.at().path(), rules.size(), MAX_RULES);
    }
    for (SuccessPolicyRule rule : rules) {
      rule(rule, spec.completions().number(), errors);
    }
  }

  private static void rule(SuccessPolicyRule rule, long completions, Errors errors) {
    At indexes = rule.succeededIndexes();
    At count = rule.succeededCount();
    if (indexes.absent() && count.absent()) {
      errors.required(
          rule.at().path(), "at least one of succeededCount or succeededIndexes must be specified");
    }
    long total = 0;
    if (indexes.present()) {
      if (indexes.text().length() > MAX_INDEXES_TEXT) {
        errors.tooLong(indexes.path(), MAX_INDEXES_TEXT);
      }
      Indexes.Counted counted = Indexes.count(indexes.text(), completions);
      total = counted.total();
      if (!counted.fault().isEmpty()) {
        errors.invalid(indexes, "error parsing succeededIndexes: " + counted.fault());
      }
    }
    if (count.present()) {
      Numbers.validateNotNegative(count, errors);
      Numbers.validateAtMost(
          count,
          completions,
          "must be less than or equal to %d (the number of specified completions)"
              .formatted(completions),
          errors);
      if (indexes.present()) {
        Numbers.validateAtMost(
            count,
            total,
            "must be less than or equal to %d (the number of indexes in the specified succeededIndexes field)"
                .formatted(total),
            errors);
      }
    }
  }
}
