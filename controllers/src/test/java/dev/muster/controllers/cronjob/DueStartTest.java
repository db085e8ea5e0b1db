package dev.muster.controllers.cronjob;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.tree.JsonText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class DueStartTest {
  private static final Instant NOW = Instant.parse("2026-01-01T10:00:30Z");

  private static ObjectNode cronJob(String spec, String status) {
    return JsonText.of(
        "{metadata: {name: 'cj', namespace: 'ns', creationTimestamp: '2026-01-01T09:59:30Z'}, spec: {schedule: '0 * * * *', timeZone: 'Etc/UTC', "
            + spec
            + "}, status: "
            + status
            + "}");
  }

  private static String told(DueStart due) {
    return due.event().map(event -> event.reason() + ": " + event.message()).orElse("");
  }

  @Test
  void theTimeThatHasPassed() {
    DueStart due = DueStart.of(cronJob("", "{}"), true, NOW);
    assertThat(due.time()).contains(Instant.parse("2026-01-01T10:00:00Z"));
    assertThat(told(due)).isEmpty();
  }

  @Test
  void aDeadlineMayBeLongerThanAnyCalendar() {
    DueStart due =
        DueStart.of(cronJob("startingDeadlineSeconds: 9223372036854775807", "{}"), true, NOW);
    assertThat(due.time()).contains(Instant.parse("2026-01-01T10:00:00Z"));
  }

  @Test
  void notTwice() {
    ObjectNode done = cronJob("", "{lastScheduleTime: '2026-01-01T10:00:00Z'}");
    DueStart due = DueStart.of(done, true, NOW);
    assertThat(due.time()).isEmpty();
    assertThat(due.times().orElseThrow().untilNext())
        .isEqualTo(Duration.ofSeconds(59 * 60 + 30).plusMillis(100));
    ObjectNode active = cronJob("", "{active: [{name: 'cj-29454360'}]}");
    assertThat(ScheduledJob.name(active, Instant.parse("2026-01-01T10:00:00Z")))
        .isEqualTo("cj-29454360");
    assertThat(DueStart.of(active, false, NOW).time()).isEmpty();
  }

  @Test
  void notWhileSuspended() {
    DueStart due = DueStart.of(cronJob("suspend: true", "{}"), true, NOW);
    assertThat(due.time()).isEmpty();
    assertThat(due.times()).isEmpty();
  }

  @Test
  void notBesideAnotherIfThatIsForbidden() {
    DueStart due = DueStart.of(cronJob("concurrencyPolicy: 'Forbid'", "{}"), false, NOW);
    assertThat(due.time()).isEmpty();
    assertThat(told(due)).startsWith("JobAlreadyActive: ");
    assertThat(DueStart.of(cronJob("concurrencyPolicy: 'Forbid'", "{}"), true, NOW).time())
        .isPresent();
  }

  @Test
  void notTooLate() {
    ObjectNode strict =
        cronJob("startingDeadlineSeconds: 10", "{lastScheduleTime: '2026-01-01T09:00:00Z'}");
    assertThat(DueStart.of(strict, true, NOW).time()).isEmpty();
    ObjectNode patient =
        cronJob("startingDeadlineSeconds: 60", "{lastScheduleTime: '2026-01-01T09:00:00Z'}");
    assertThat(DueStart.of(patient, true, NOW).time()).isPresent();
  }

  @Test
  void onlyTheLastOfManyThatWereMissedAndThatIsTold() {
    ObjectNode old = cronJob("", "{lastScheduleTime: '2025-12-01T00:00:00Z'}");
    DueStart due = DueStart.of(old, true, NOW);
    assertThat(due.time()).contains(Instant.parse("2026-01-01T10:00:00Z"));
    assertThat(told(due)).startsWith("TooManyMissedTimes: ");
  }

  @Test
  void whatCannotBeReadIsTold() {
    ObjectNode cronJob = cronJob("", "{}");
    cronJob.withObjectProperty("spec").put("schedule", "never");
    assertThat(told(DueStart.of(cronJob, true, NOW)))
        .isEqualTo(
            "UnparseableSchedule: unparseable schedule: \"never\" : expected exactly 5 fields, found 1: [never]");
    cronJob.withObjectProperty("spec").put("schedule", "0 0 30 2 *");
    assertThat(told(DueStart.of(cronJob, true, NOW)))
        .isEqualTo(
            "InvalidSchedule: invalid schedule: 0 0 30 2 * : time difference between two schedules is less than 1 second");
    cronJob.withObjectProperty("spec").put("timeZone", "Nowhere/At");
    assertThat(told(DueStart.of(cronJob, true, NOW)))
        .isEqualTo(
            "UnknownTimeZone: invalid timeZone: \"Nowhere/At\": unknown time zone Nowhere/At");
  }

  @Test
  void aJobSaysWhichTimeItIsFor() {
    ObjectNode cronJob =
        cronJob("jobTemplate: {metadata: {labels: {a: 'b'}}, spec: {completions: 2}}", "{}");
    assertThat(
            ScheduledJob.at(cronJob, Instant.parse("2026-01-01T10:00:00Z"), ZoneOffset.ofHours(2)))
        .hasToString(
            "{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"cj-29454360\",\"labels\":{\"a\":\"b\"},\"annotations\":{\"batch.kubernetes.io/cronjob-scheduled-timestamp\":\"2026-01-01T12:00:00+02:00\"}},\"spec\":{\"completions\":2}}");
  }

  @Test
  void theOldestGoBeyondTheLimits() {
    ObjectNode cronJob = cronJob("successfulJobsHistoryLimit: 1, failedJobsHistoryLimit: 0", "{}");
    List<ObjectNode> jobs =
        List.of(
            job("new", "Complete", "2026-01-01T03:00:00Z"),
            job("old", "Complete", "2026-01-01T01:00:00Z"),
            job("bad", "Failed", "2026-01-01T02:00:00Z"),
            job("runs", "Suspended", "2026-01-01T00:00:00Z"));
    assertThat(JobHistory.surplus(cronJob, jobs))
        .extracting(job -> job.path("metadata").path("name").asText())
        .containsExactly("old", "bad");
  }

  private static ObjectNode job(String name, String condition, String started) {
    return JsonText.of(
        "{metadata: {name: '%s'}, status: {startTime: '%s', conditions: [{type: '%s', status: 'True'}]}}"
            .formatted(name, started, condition));
  }
}
