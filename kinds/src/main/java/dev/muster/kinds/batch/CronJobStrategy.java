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
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
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
    ObjectNode spec = object.withObject("spec");
    ObjectNode job = spec.withObject("jobTemplate").withObject("spec");
    PodTemplates.applyDefaults(MutablePodTemplateSpec.of(job.withObject("template")));
    JobStrategy.defaultPatterns(job);
    if (spec.path("concurrencyPolicy").asText().isEmpty()) {
      spec.put("concurrencyPolicy", "Allow");
    }
    if (!spec.has("suspend")) {
      spec.put("suspend", false);
    }
    if (!spec.has("successfulJobsHistoryLimit")) {
      spec.put("successfulJobsHistoryLimit", 3L);
    }
    if (!spec.has("failedJobsHistoryLimit")) {
      spec.put("failedJobsHistoryLimit", 1L);
    }
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    spec(object, null, errors);
    String name = object.path("metadata").path("name").asText();
    if (name.length() > MAX_NAME) {
      errors.invalidText(Path.of("metadata", "name"), name, "must be no more than 52 characters");
    }
  }

  private static void spec(ObjectNode object, @Nullable ObjectNode old, Errors errors) {
    At spec = At.root(object).get("spec");
    At before = old == null ? null : At.root(old).get("spec");
    At schedule = spec.get("schedule");
    if (schedule.text().isEmpty()) {
      errors.required(schedule.path(), "");
    } else {
      boolean zoned = before != null && before.text("schedule").contains("TZ");
      schedule(schedule, zoned, spec.has("timeZone"), errors);
    }
    Numbers.validateNotNegative(spec.get("startingDeadlineSeconds"), errors);
    At zone = spec.get("timeZone");
    if (before == null || !before.get("timeZone").node().equals(zone.node())) {
      zone(zone, errors);
    }
    At policy = spec.get("concurrencyPolicy");
    if (!POLICIES.contains(policy.text())) {
      errors.unsupported(policy, POLICIES);
    }
    template(spec.get("jobTemplate", "spec"), errors);
    Numbers.validateNotNegative(
        spec, errors, "successfulJobsHistoryLimit", "failedJobsHistoryLimit");
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

  private static void template(At job, Errors errors) {
    JobSpecs.validate(job, errors);
    if (job.has("selector")) {
      errors.invalid(job.get("selector"), "`selector` will be auto-generated");
    }
    if (job.get("manualSelector").truth()) {
      errors.unsupported(job.get("manualSelector"), List.of("nil", "false"));
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
    At spec = At.root(object).get("spec");
    if (old == null) {
      HostnameWarnings.of(object).ifPresent(out::add);
    }
    if (old == null || !Generations.same(object, old)) {
      out.addAll(JobSpecs.warnings(spec.get("jobTemplate", "spec")));
    }
    if (old != null && spec.text("schedule").contains("TZ")) {
      out.add(
          "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see"
              + " https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details");
    }
    return out;
  }
}
