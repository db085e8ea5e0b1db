package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.BatchV1.CronJob;
import dev.muster.views.BatchV1.JobTemplateSpec;
import dev.muster.views.BatchV1.MutableJob;
import dev.muster.views.MetaV1.MutableObjectMeta;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The Job that a CronJob makes for one of its times, but for who it belongs to. */
final class ScheduledJob {
  private static final String TIMESTAMP = "batch.kubernetes.io/cronjob-scheduled-timestamp";
  private static final DateTimeFormatter RFC3339 =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ssXXX", Locale.ROOT);

  private ScheduledJob() {}

  /** One name for each minute: a time is never started twice, whatever the status says. */
  static String name(ObjectNode cronJob, Instant time) {
    return CronJob.of(cronJob).metadata().name().text() + "-" + time.getEpochSecond() / 60;
  }

  static ObjectNode at(ObjectNode cronJob, Instant time, ZoneId zone) {
    JobTemplateSpec template = CronJob.of(cronJob).spec().jobTemplate();
    MutableJob job = MutableJob.create().apiVersion("batch/v1").kind("Job");
    MutableObjectMeta metadata = job.metadata().replace().name(name(cronJob, time));
    if (template.metadata().labels().present()) {
      metadata.labels(template.metadata().labels().node().deepCopy());
    }
    if (template.metadata().annotations().present()) {
      metadata.annotations(template.metadata().annotations().node().deepCopy());
    }
    metadata.annotations().map().put(TIMESTAMP, RFC3339.format(time.atZone(zone)));
    job.spec().set(template.spec().tree().deepCopy());
    return job.tree();
  }
}
