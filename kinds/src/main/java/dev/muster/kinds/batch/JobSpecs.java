package dev.muster.kinds.batch;

import dev.muster.kinds.meta.Bytes;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.References;
import dev.muster.kinds.pods.PodTemplates;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.BatchV1.JobSpec;
import java.util.ArrayList;
import java.util.List;

/** What a job asks for, whether it stands alone or in a cron job. */
final class JobSpecs {
  private static final int MAX_PARALLELISM = 100_000;
  private static final int MAX_FAILED_INDEXES = 100_000;
  private static final int MANY_COMPLETIONS = 100_000;
  private static final int PARALLELISM_OF_MANY = 10_000;
  private static final int FAILED_INDEXES_OF_MANY = 10_000;

  private JobSpecs() {}

  static boolean indexed(JobSpec spec) {
    return spec.completionMode().text().equals("Indexed");
  }

  static void validate(JobSpec spec, Errors errors) {
    Numbers.validateNotNegative(
        errors,
        spec.parallelism(),
        spec.completions(),
        spec.activeDeadlineSeconds(),
        spec.backoffLimit(),
        spec.ttlSecondsAfterFinished(),
        spec.backoffLimitPerIndex(),
        spec.maxFailedIndexes());
    if (spec.maxFailedIndexes().present() && !spec.backoffLimitPerIndex().present()) {
      errors.required(spec.backoffLimitPerIndex().path(), "when maxFailedIndexes is specified");
    }
    managedBy(spec.managedBy(), errors);
    mode(spec, errors);
    if (spec.podFailurePolicy().present()) {
      FailurePolicies.validate(spec, errors);
    }
    if (spec.successPolicy().present()) {
      SuccessPolicies.validate(spec, errors);
    }
    replacement(spec, errors);
    PodTemplates.validate(spec.template(), errors);
    restart(spec, errors);
  }

  /** What the writer of a job should know. */
  static List<String> warnings(JobSpec spec) {
    List<String> out = new ArrayList<>();
    if (indexed(spec)
        && spec.completions().number() > MANY_COMPLETIONS
        && spec.parallelism().number() > PARALLELISM_OF_MANY) {
      out.add(
          spec.at().path()
              + ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism"
              + " higher than 10^4, Kubernetes might not be able to track completedIndexes when a"
              + " big number of indexes fail");
    }
    out.addAll(PodTemplates.warnings(spec.template()));
    return out;
  }

  private static void managedBy(At manager, Errors errors) {
    if (manager.absent()) {
      return;
    }
    String text = manager.text();
    References.validateDomainPath(manager, errors);
    if (Bytes.of(text) > 63) {
      errors.tooLong(manager.path(), 63);
    }
  }

  private static void mode(JobSpec spec, Errors errors) {
    At mode = spec.completionMode();
    if (mode.present() && !List.of("NonIndexed", "Indexed").contains(mode.text())) {
      errors.unsupported(mode, List.of("NonIndexed", "Indexed"));
    }
    if (indexed(spec)) {
      indexes(spec, errors);
    } else if (mode.absent() || mode.text().equals("NonIndexed")) {
      for (String field : List.of("backoffLimitPerIndex", "maxFailedIndexes")) {
        if (spec.at().has(field)) {
          errors.invalid(spec.at().get(field), "requires indexed completion mode");
        }
      }
    }
  }

  private static void indexes(JobSpec spec, Errors errors) {
    At completions = spec.completions();
    At parallelism = spec.parallelism();
    At failures = spec.maxFailedIndexes();
    if (completions.absent()) {
      errors.required(completions.path(), "when completion mode is Indexed");
    }
    Numbers.validateAtMost(
        parallelism,
        MAX_PARALLELISM,
        "must be less than or equal to %d when completion mode is Indexed"
            .formatted(MAX_PARALLELISM),
        errors);
    if (completions.present()) {
      Numbers.validateAtMost(
          failures, completions.number(), "must be less than or equal to completions", errors);
    }
    Numbers.validateAtMost(
        failures,
        MAX_FAILED_INDEXES,
        "must be less than or equal to " + MAX_FAILED_INDEXES,
        errors);
    if (completions.number() > MANY_COMPLETIONS && spec.backoffLimitPerIndex().present()) {
      String when =
          " when completions are above %d and used with backoff limit per index"
              .formatted(MANY_COMPLETIONS);
      if (failures.absent()) {
        errors.required(
            failures.path(), "must be specified when completions is above " + MANY_COMPLETIONS);
      }
      Numbers.validateAtMost(
          parallelism,
          PARALLELISM_OF_MANY,
          "must be less than or equal to " + PARALLELISM_OF_MANY + when,
          errors);
      Numbers.validateAtMost(
          failures,
          FAILED_INDEXES_OF_MANY,
          "must be less than or equal to " + FAILED_INDEXES_OF_MANY + when,
          errors);
    }
  }

  private static void replacement(JobSpec spec, Errors errors) {
    At policy = spec.podReplacementPolicy();
    List<String> known =
        spec.podFailurePolicy().present()
            ? List.of("Failed")
            : List.of("Failed", "TerminatingOrFailed");
    if (policy.present() && !known.contains(policy.text())) {
      errors.unsupported(policy, known);
    }
  }

  private static void restart(JobSpec spec, Errors errors) {
    At policy = spec.template().spec().restartPolicy();
    switch (policy.text()) {
      case "Always", "" -> errors.required(policy.path(), "valid values: \"OnFailure\", \"Never\"");
      case "OnFailure" -> {
        if (spec.podFailurePolicy().present()) {
          errors.invalid(policy, "only \"Never\" is supported when podFailurePolicy is specified");
        }
      }
      case "Never" -> {
        // always fine
      }
      default -> errors.unsupported(policy, List.of("OnFailure", "Never"));
    }
  }
}
