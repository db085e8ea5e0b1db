package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.base.go.GoText;
import dev.muster.client.events.EventType;
import dev.muster.controllers.objects.Meta;
import dev.muster.kinds.batch.CronSchedule;
import dev.muster.model.field.At;
import dev.muster.views.BatchV1.CronJob;
import dev.muster.views.BatchV1.CronJobSpec;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a CronJob has to start a Job now.
 *
 * @param time which of its times that is for
 * @param event what is to be told, whether or not
 * @param times when to look again; nothing if not before the CronJob changes
 * @param zone the one that the schedule is read in
 */
record DueStart(
    Optional<Instant> time, Optional<Event> event, Optional<StartTimes> times, ZoneId zone) {
  private static final DateTimeFormatter RFC1123Z =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss xx", Locale.ENGLISH);

  /** Something to tell of the CronJob. */
  record Event(EventType type, String reason, String message) {
    static Event warning(String reason, String message) {
      return new Event(EventType.WARNING, reason, message);
    }
  }

  /**
   * @param idle whether no Job of it goes on
   */
  static DueStart of(ObjectNode cronJob, boolean idle, Instant now) {
    CronJobSpec spec = CronJob.of(cronJob).spec();
    String zoneName = spec.timeZone().text();
    ZoneId zone;
    try {
      zone = zoneName.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(zoneName);
    } catch (DateTimeException e) {
      return nothing(
          Event.warning(
              "UnknownTimeZone",
              "invalid timeZone: %s: unknown time zone %s"
                  .formatted(GoText.quote(zoneName), zoneName)));
    }
    if (spec.suspend().truth()) {
      return new DueStart(Optional.empty(), Optional.empty(), Optional.empty(), zone);
    }
    String text = spec.schedule().text();
    StartTimes times;
    StartTimes.Passed passed;
    try {
      times = new StartTimes(cronJob, CronSchedule.parse(text), zone, now);
    } catch (IllegalArgumentException e) {
      return nothing(
          Event.warning(
              "UnparseableSchedule",
              "unparseable schedule: %s : %s".formatted(GoText.quote(text), e.getMessage())));
    }
    try {
      passed = times.passed(true);
    } catch (StartTimes.NoTimesException e) {
      return nothing(
          Event.warning(
              "InvalidSchedule", "invalid schedule: %s : %s".formatted(text, e.getMessage())));
    }
    return passed
        .latest()
        .map(time -> due(cronJob, idle, times, passed, time))
        .orElseGet(() -> times.later(Optional.empty()));
  }

  private static DueStart nothing(Event event) {
    return new DueStart(Optional.empty(), Optional.of(event), Optional.empty(), ZoneOffset.UTC);
  }

  private static DueStart due(
      ObjectNode cronJob, boolean idle, StartTimes times, StartTimes.Passed passed, Instant time) {
    CronJobSpec spec = CronJob.of(cronJob).spec();
    At deadline = spec.startingDeadlineSeconds();
    Optional<Event> tooMany =
        passed.tooMany()
            ? Optional.of(
                Event.warning(
                    "TooManyMissedTimes",
                    "too many missed start times. Set or decrease .spec.startingDeadlineSeconds or"
                        + " check clock skew"))
            : Optional.empty();
    if (deadline.present()
        && time.plusSeconds(StartTimes.deadline(deadline)).isBefore(times.now())) {
      return times.later(
          Optional.of(
              Event.warning(
                  "MissSchedule",
                  "Missed scheduled time to start a job: "
                      + RFC1123Z.format(time.atZone(ZoneOffset.UTC)))));
    }
    boolean started =
        Meta.time(CronJob.of(cronJob).status().lastScheduleTime().node()).equals(time)
            || CronJob.of(cronJob).status().active().stream()
                .anyMatch(each -> each.name().text().equals(ScheduledJob.name(cronJob, time)));
    if (started) {
      return times.later(tooMany);
    }
    if (spec.concurrencyPolicy().text().equals("Forbid") && !idle) {
      return times.later(
          Optional.of(
              new Event(
                  EventType.NORMAL,
                  "JobAlreadyActive",
                  "Not starting job because prior execution is running and concurrency policy is"
                      + " Forbid")));
    }
    return new DueStart(Optional.of(time), tooMany, Optional.of(times), times.zone());
  }
}
