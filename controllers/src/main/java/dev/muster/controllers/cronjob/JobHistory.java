package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A CronJob's Jobs that came to their end, of which only some are kept. */
final class JobHistory {
  private JobHistory() {}

  /** Those beyond the limits of the CronJob, in the order in which they go. */
  static List<ObjectNode> surplus(ObjectNode cronJob, List<ObjectNode> jobs) {
    return Stream.concat(
            oldest(jobs, "Complete", cronJob.path("spec").path("successfulJobsHistoryLimit")),
            oldest(jobs, "Failed", cronJob.path("spec").path("failedJobsHistoryLimit")))
        .toList();
  }

  private static Stream<ObjectNode> oldest(List<ObjectNode> jobs, String how, JsonNode limit) {
    if (!limit.isNumber()) {
      return Stream.empty();
    }
    List<ObjectNode> ended =
        jobs.stream()
            .filter(job -> ending(job).equals(how))
            .sorted(
                Comparator.comparing((ObjectNode job) -> started(job).isEmpty())
                    .thenComparing(JobHistory::started)
                    .thenComparing(job -> job.path("metadata").path("name").asText()))
            .toList();
    return ended.stream().limit(Math.max(0, ended.size() - limit.longValue()));
  }

  private static String started(ObjectNode job) {
    return job.path("status").path("startTime").asText("");
  }

  /** Complete or Failed; empty as long as it goes on. */
  static String ending(ObjectNode job) {
    for (JsonNode condition : job.path("status").path("conditions")) {
      String type = condition.path("type").asText();
      if ((type.equals("Complete") || type.equals("Failed"))
          && condition.path("status").asText().equals("True")) {
        return type;
      }
    }
    return "";
  }
}
