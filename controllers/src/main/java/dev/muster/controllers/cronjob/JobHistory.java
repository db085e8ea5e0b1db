package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;
import dev.muster.views.BatchV1.CronJob;
import dev.muster.views.BatchV1.Job;
import dev.muster.views.BatchV1.JobCondition;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A CronJob's Jobs that came to their end, of which only some are kept. */
final class JobHistory {
  private JobHistory() {}

  /** Those beyond the limits of the CronJob, in the order in which they go. */
  static List<ObjectNode> surplus(ObjectNode cronJob, List<ObjectNode> jobs) {
    return Stream.concat(
            oldest(jobs, "Complete", CronJob.of(cronJob).spec().successfulJobsHistoryLimit()),
            oldest(jobs, "Failed", CronJob.of(cronJob).spec().failedJobsHistoryLimit()))
        .toList();
  }

  private static Stream<ObjectNode> oldest(List<ObjectNode> jobs, String how, At limit) {
    if (limit.absent()) {
      return Stream.empty();
    }
    List<ObjectNode> ended =
        jobs.stream()
            .filter(job -> ending(job).equals(how))
            .sorted(
                Comparator.comparing((ObjectNode job) -> started(job).isEmpty())
                    .thenComparing(JobHistory::started)
                    .thenComparing(job -> Job.of(job).metadata().name().text()))
            .toList();
    return ended.stream().limit(Math.max(0, ended.size() - limit.number()));
  }

  private static String started(ObjectNode job) {
    return Job.of(job).status().startTime().text();
  }

  /** Complete or Failed; empty as long as it goes on. */
  static String ending(ObjectNode job) {
    for (JobCondition condition : Job.of(job).status().conditions()) {
      String type = condition.type().text();
      if ((type.equals("Complete") || type.equals("Failed"))
          && condition.status().text().equals("True")) {
        return type;
      }
    }
    return "";
  }
}
