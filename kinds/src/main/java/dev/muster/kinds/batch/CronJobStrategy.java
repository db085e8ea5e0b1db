package dev.muster.kinds.batch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.Generations;
import dev.muster.kinds.meta.HostnameWarnings;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.ObjectMetas;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.kinds.pods.PodTemplates;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.views.BatchV1.CronJob;
import dev.muster.views.BatchV1.CronJobSpec;
import dev.muster.views.BatchV1.JobSpec;
import dev.muster.views.BatchV1.MutableCronJob;
import dev.muster.views.BatchV1.MutableCronJobSpec;
import dev.muster.views.BatchV1.MutableJobSpec;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Cron jobs. */
public final class CronJobStrategy extends SpecAndStatus {
  private static final int MAX_NAME = 52;
  private static final List<String> POLICIES = List.of("Allow", "Forbid", "Replace");

  public CronJobStrategy() {
    super("batch/v1.CronJob", true);
  }

  @Override
  public void applyDefaults(ObjectNode object) {
    MutableCronJobSpec spec = MutableCronJob.of(object).spec().ensure();
    MutableJobSpec job = spec.jobTemplate().ensure().spec().ensure();
    PodTemplates.applyDefaults(job.template().ensure());
    JobStrategy.defaultPatterns(job);
    if (spec.concurrencyPolicy().text().isEmpty()) {
      spec.concurrencyPolicy("Allow");
    }
    if (!spec.suspend().present()) {
      spec.suspend(false);
    }
    if (!spec.successfulJobsHistoryLimit().present()) {
      spec.successfulJobsHistoryLimit(3L);
    }
    if (!spec.failedJobsHistoryLimit().present()) {
      spec.failedJobsHistoryLimit(1L);
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    spec(object, null, errors);
    String name = CronJob.of(object).metadata().name().text();
    if (name.length() > MAX_NAME) {
      errors.invalidText(Path.of("metadata", "name"), name, "must be no more than 52 characters");
    }
  }

  private static void spec(ObjectNode object, @Nullable ObjectNode old, Errors errors) {
    CronJobSpec spec = CronJob.of(object).spec();
    CronJobSpec before = old == null ? null : CronJob.of(old).spec();
    At schedule = spec.schedule();
    if (schedule.text().isEmpty()) {
      errors.required(schedule.path(), "");
    } else {
      boolean zoned = before != null && before.schedule().text().contains("TZ");
      schedule(schedule, zoned, spec.timeZone().present(), errors);
    }
    Numbers.validateNotNegative(spec.startingDeadlineSeconds(), errors);
    At zone = spec.timeZone();
    if (before == null || !before.timeZone().node().equals(zone.node())) {
      zone(zone, errors);
    }
    At policy = spec.concurrencyPolicy();
    if (!POLICIES.contains(policy.text())) {
      errors.unsupported(policy, POLICIES);
    }
    template(spec.jobTemplate().spec(), errors);
    Numbers.validateNotNegative(
        errors, spec.successfulJobsHistoryLimit(), spec.failedJobsHistoryLimit());
  }

  private static void schedule(At schedule, boolean wasZoned, boolean hasZone, Errors errors) {
    CronSchedule.fault(schedule.text()).ifPresent(f -> errors.invalid(schedule, f));
    if (schedule.text().contains("TZ")) {
      if (!wasZoned) {
        errors.invalid(
            schedule, "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
      } else if (hasZone) {
        errors.invalid(schedule, "cannot use both timeZone field and TZ or CRON_TZ in schedule");
      }
    }
  }

  private static void zone(At zone, Errors errors) {
    if (zone.absent()) {
      return;
    }
    String name = zone.text();
    if (name.isEmpty()) {
      errors.invalid(zone, "timeZone must be nil or non-empty string");
      return;
    }
    for (String part : name.split("/", -1)) {
      if (part.equals(".")
          || part.equals("..")
          || part.startsWith("-")
          || !part.matches("[A-Za-z.\\-_0-9+]{1,14}")) {
        errors.invalid(zone, "unknown time zone " + name);
        return;
      }
    }
    if (name.equalsIgnoreCase("Local")) {
      errors.invalid(
          zone,
          "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
    }
    if (!name.equals("Local") && !known(name)) {
      errors.invalid(zone, "unknown time zone " + name);
    }
  }

  private static boolean known(String name) {
    try {
      return name.equals("UTC") || ZoneId.of(name).getId().equals(name);
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static void template(JobSpec job, Errors errors) {
    JobSpecs.validate(job, errors);
    if (job.selector().present()) {
      errors.invalid(job.selector().at(), "`selector` will be auto-generated");
    }
    if (job.manualSelector().truth()) {
      errors.unsupported(job.manualSelector(), List.of("nil", "false"));
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    ObjectMetas.validateChange(object, old, errors);
    spec(object, old, errors);
  }

  @Override
  public List<String> warnings(ObjectNode object, @Nullable ObjectNode old) {
    List<String> out = new ArrayList<>();
    CronJobSpec spec = CronJob.of(object).spec();
    if (old == null) {
      HostnameWarnings.of(object).ifPresent(out::add);
    }
    if (old == null || !Generations.same(object, old)) {
      out.addAll(JobSpecs.warnings(spec.jobTemplate().spec()));
    }
    if (old != null && spec.schedule().text().contains("TZ")) {
      out.add(
          "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
              + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more"
              + " details");
    }
    return out;
  }
}
