package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
    return cronJob.path("metadata").path("name").asText() + "-" + time.getEpochSecond() / 60;
  }

  static ObjectNode at(ObjectNode cronJob, Instant time, ZoneId zone) {
    JsonNode template = cronJob.path("spec").path("jobTemplate");
    ObjectNode job = cronJob.objectNode();
    job.put("apiVersion", "batch/v1").put("kind", "Job");
    ObjectNode metadata = job.putObject("metadata").put("name", name(cronJob, time));
    for (String field : new String[] {"labels", "annotations"}) {
      if (template.path("metadata").hasNonNull(field)) {
        metadata.set(field, template.path("metadata").get(field).deepCopy());
      }
    }
    metadata.withObjectProperty("annotations").put(TIMESTAMP, RFC3339.format(time.atZone(zone)));
    job.set("spec", template.path("spec").deepCopy());
    return job;
  }
}
