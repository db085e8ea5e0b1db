package dev.muster.api.batch;

import dev.muster.api.field.At;
import dev.muster.api.field.Errors;
import dev.muster.api.meta.Numbers;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a job's status may say, and how it may go on from what it said before. */
final class JobStatuses {
  private JobStatuses() {}

  static void validateChange(At job, At old, Errors errors) {
    At status = job.get("status");
    At before = old.get("status");
    Numbers.validateNotNegative(
        status, errors, "active", "succeeded", "failed", "ready", "terminating");
    uncounted(status.get("uncountedTerminatedPods"), errors);
    end(job, errors);
    Numbers.validateAtMost(
        status.get("ready"),
        status.get("active").number(),
        "cannot set more ready pods than active",
        errors);
    for (String type : List.of("Failed", "Complete", "FailureTarget")) {
      if (holds(before, type) && !holds(status, type)) {
        conditions(status, "cannot disable the terminal " + type + "=True condition", errors);
      }
    }
    for (String count : List.of("failed", "succeeded")) {
      if (status.get(count).number() < before.get(count).number()) {
        errors.invalid(
            status.get(count).path(),
            Long.toString(status.get(count).number()),
            "cannot decrease the " + count + " counter");
      }
    }
    if (holds(before, "SuccessCriteriaMet") && !holds(status, "SuccessCriteriaMet")) {
      conditions(status, "cannot disable the SuccessCriteriaMet=True condition", errors);
    }
  }

  private static void uncounted(At pods, Errors errors) {
    Set<String> seen = new HashSet<>();
    for (String list : List.of("succeeded", "failed")) {
      for (At uid : pods.get(list).each()) {
        if (uid.text().isEmpty()) {
          errors.invalid(uid, "must not be empty");
        } else if (!seen.add(uid.text())) {
          errors.duplicate(uid);
        }
      }
    }
  }

  private static void end(At job, Errors errors) {
    At status = job.get("status");
    boolean complete = holds(status, "Complete");
    boolean failed = holds(status, "Failed");
    boolean met = holds(status, "SuccessCriteriaMet");
    if (complete && failed) {
      conditions(status, "cannot set Complete=True and Failed=true conditions", errors);
    }
    if (complete && holds(status, "FailureTarget")) {
      conditions(status, "cannot set Complete=True and FailureTarget=true conditions", errors);
    }
    At completion = status.get("completionTime");
    if (completion.present() && !complete) {
      errors.invalid(
          completion, "cannot set completionTime when there is no Complete=True condition");
    }
    if (completion.absent() && complete) {
      errors.required(completion.path(), "completionTime is required for Complete jobs");
    }
    if (failed && !holds(status, "FailureTarget")) {
      conditions(
          status,
          "cannot set Failed=True condition without the FailureTarget=true condition",
          errors);
    }
    if (complete && !met) {
      conditions(
          status,
          "cannot set Complete=True condition without the SuccessCriteriaMet=true condition",
          errors);
    }
    if ((complete || failed) && status.get("active").number() > 0) {
      errors.invalid(status.get("active"), "active>0 is invalid for finished job");
    }
    if ((complete || failed) && status.get("startTime").absent()) {
      errors.required(status.get("startTime").path(), "startTime is required for finished job");
    }
    if (met && failed) {
      conditions(status, "cannot set SuccessCriteriaMet=True and Failed=true conditions", errors);
    }
    if (met && holds(status, "FailureTarget")) {
      conditions(
          status, "cannot set SuccessCriteriaMet=True and FailureTarget=true conditions", errors);
    }
  }

  private static void conditions(At status, String detail, Errors errors) {
    errors.invalidWithoutValue(status.path().child("conditions"), detail);
  }

  private static boolean holds(At status, String type) {
    return status.get("conditions").each().stream()
        .anyMatch(c -> c.text("type").equals(type) && c.text("status").equals("True"));
  }
}
