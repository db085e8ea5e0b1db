package dev.muster.kinds.batch;

import dev.muster.kinds.meta.Numbers;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.InternalForm;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.BatchV1.JobSpec;
import dev.muster.views.BatchV1.JobStatus;
import dev.muster.views.BatchV1.UncountedTerminatedPods;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a job's status may say, and how it may go on from what it said before. Most rules are asked
 * only of what has changed, so that a status which broke one can still be mended elsewhere.
 */
final class JobStatuses {
  private final JobSpec spec;
  private final JobStatus status;
  private final JobStatus before;
  private final Errors errors;

  private JobStatuses(Job job, Job old, Errors errors) {
    this.spec = job.spec();
    this.status = job.status();
    this.before = old.status();
    this.errors = errors;
  }

  static void validateChange(Job job, Job old, Errors errors) {
    JobStatuses statuses = new JobStatuses(job, old, errors);
    statuses.counts();
    statuses.uncounted();
    statuses.completion();
    statuses.end();
    statuses.indexes();
    statuses.pods();
    statuses.successCriteria();
    statuses.transition();
  }

  private void counts() {
    Numbers.validateNotNegative(
        errors,
        status.active(),
        status.succeeded(),
        status.failed(),
        status.ready(),
        status.terminating());
  }

  private void uncounted() {
    Set<String> seen = new HashSet<>();
    UncountedTerminatedPods pods = status.uncountedTerminatedPods();
    for (At list : List.of(pods.succeeded(), pods.failed())) {
      for (At uid : list.each()) {
        if (uid.text().isEmpty()) {
          errors.invalid(uid, "must not be empty");
        } else if (!seen.add(uid.text())) {
          errors.duplicate(uid);
        }
      }
    }
  }

  private void completion() {
    boolean complete = holds("Complete");
    if (complete && holds("Failed") && (turned("Complete") || turned("Failed"))) {
      conditions("cannot set Complete=True and Failed=true conditions");
    }
    if (complete && holds("FailureTarget") && (turned("Complete") || turned("FailureTarget"))) {
      conditions("cannot set Complete=True and FailureTarget=true conditions");
    }
    At time = status.completionTime();
    boolean asked = turned("Complete") || changed("completionTime");
    if (asked && time.present() && !complete) {
      errors.invalid(time, "cannot set completionTime when there is no Complete=True condition");
    }
    if (asked && time.absent() && complete) {
      errors.required(time.path(), "completionTime is required for Complete jobs");
    }
    if ((changed("startTime") || changed("completionTime"))
        && time.present()
        && status.startTime().present()
        && time.text().compareTo(status.startTime().text()) < 0) {
      errors.invalid(time, "must be equal to or after `startTime`");
    }
  }

  private void end() {
    if ((turned("Failed") || changed("failedIndexes"))
        && holds("Failed")
        && !holds("FailureTarget")) {
      conditions("cannot set Failed=True condition without the FailureTarget=true condition");
    }
    if ((turned("Complete") || turned("SuccessCriteriaMet"))
        && holds("Complete")
        && !holds("SuccessCriteriaMet")) {
      conditions(
          "cannot set Complete=True condition without the SuccessCriteriaMet=true condition");
    }
    if (!finished(status)) {
      return;
    }
    boolean ended = !finished(before);
    if ((ended || changed("active")) && status.active().number() > 0) {
      errors.invalid(status.active(), "active>0 is invalid for finished job");
    }
    boolean nothingToDo =
        spec.suspend().truth() && spec.completions().present() && spec.completions().number() == 0;
    if ((ended || changed("startTime")) && !nothingToDo && status.startTime().absent()) {
      errors.required(status.startTime().path(), "startTime is required for finished job");
    }
    UncountedTerminatedPods pods = status.uncountedTerminatedPods();
    if ((ended || changed("uncountedTerminatedPods"))
        && pods.succeeded().size() + pods.failed().size() > 0) {
      errors.invalid(
          pods.at().path(),
          InternalForm.of("batch.UncountedTerminatedPods", pods.tree()),
          "must be empty for finished job");
    }
  }

  private void indexes() {
    At done = status.completedIndexes();
    At failed = status.failedIndexes();
    boolean counted = spec.completions().present();
    long completions = spec.completions().number();
    if (changed("completedIndexes") && counted) {
      format(done, "completedIndexes", completions);
    }
    if (changed("failedIndexes") && counted && spec.backoffLimitPerIndex().present()) {
      format(failed, "failedIndexes", completions);
    }
    if (changed("completedIndexes") && !done.text().isEmpty() && !JobSpecs.indexed(spec)) {
      errors.invalid(
          done, "cannot set non-empty completedIndexes when non-indexed completion mode");
    }
    if (changed("failedIndexes") && !spec.backoffLimitPerIndex().present() && failed.present()) {
      errors.invalid(failed, "cannot set non-null failedIndexes when backoffLimitPerIndex is null");
    }
    if ((changed("failedIndexes") || changed("completedIndexes")) && counted && failed.present()) {
      Long both = Indexes.overlap(done.text(), failed.text(), completions);
      if (both != null) {
        errors.invalid(failed, "failedIndexes and completedIndexes overlap at index: " + both);
      }
    }
  }

  private void format(At indexes, String name, long completions) {
    String fault = Indexes.count(indexes.text(), completions).fault();
    if (!fault.isEmpty()) {
      errors.invalid(indexes, "error parsing " + name + ": " + fault);
    }
  }

  private void pods() {
    boolean ended = finished(status) != finished(before);
    if ((ended || changed("terminating"))
        && status.terminating().number() > 0
        && finished(status)) {
      errors.invalid(status.terminating(), "terminating>0 is invalid for finished job");
    }
    if (changed("ready") || changed("active")) {
      Numbers.validateAtMost(
          status.ready(),
          status.active().number(),
          "cannot set more ready pods than active",
          errors);
    }
  }

  private void successCriteria() {
    boolean met = holds("SuccessCriteriaMet");
    if (met && holds("Failed")) {
      conditions("cannot set SuccessCriteriaMet=True and Failed=true conditions");
    }
    if (met && holds("FailureTarget")) {
      conditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions");
    }
    if (spec.successPolicy().present() && !met && holds("Complete")) {
      conditions(
          "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True");
    }
  }

  private void transition() {
    for (String type : List.of("Failed", "Complete", "FailureTarget")) {
      if (holds(before, type, "True") && !holds(type)) {
        conditions("cannot disable the terminal " + type + "=True condition");
      }
    }
    notFewer("failed");
    if (!JobSpecs.indexed(spec) || !spec.completions().node().equals(spec.parallelism().node())) {
      notFewer("succeeded");
    }
    At end = status.completionTime();
    if (end.present() && before.completionTime().present() && changed("completionTime")) {
      errors.invalid(end, "field is immutable");
    }
    boolean resuming = holds(before, "Suspended", "True") && holds(status, "Suspended", "False");
    if (changed("startTime")
        && !resuming
        && before.startTime().present()
        && !spec.suspend().truth()) {
      errors.required(status.startTime().path(), "startTime cannot be removed for unsuspended job");
    }
    if (holds(before, "SuccessCriteriaMet", "True") && !holds("SuccessCriteriaMet")) {
      conditions("cannot disable the SuccessCriteriaMet=True condition");
    }
    if (holds(before, "Complete", "True")
        && !holds(before, "SuccessCriteriaMet", "True")
        && holds("SuccessCriteriaMet")) {
      conditions("cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions");
    }
  }

  private void notFewer(String count) {
    long now = status.at().get(count).number();
    if (now < before.at().get(count).number()) {
      errors.invalid(
          status.at().get(count).path(),
          Long.toString(now),
          "cannot decrease the " + count + " counter");
    }
  }

  private void conditions(String detail) {
    errors.invalidWithoutValue(status.conditions().at().path(), detail);
  }

  private boolean changed(String field) {
    At now = status.at().get(field);
    At then = before.at().get(field);
    return now.present() != then.present() || now.present() && !now.node().equals(then.node());
  }

  private boolean turned(String condition) {
    return holds(condition) != holds(before, condition, "True");
  }

  private boolean holds(String condition) {
    return holds(status, condition, "True");
  }

  private static boolean finished(JobStatus status) {
    return holds(status, "Complete", "True") || holds(status, "Failed", "True");
  }

  private static boolean holds(JobStatus status, String type, String value) {
    return status.conditions().stream()
        .anyMatch(c -> c.type().text().equals(type) && c.status().text().equals(value));
  }
}
