package dev.muster.controllers.cronjob;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.kinds.batch.CronSchedule;
import dev.muster.model.field.At;
import dev.muster.views.BatchV1.CronJob;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;

/**
 * When a CronJob was to start a Job, and will be.
 *
 * @param zone the one that the schedule is read in
 */
record StartTimes(ObjectNode cronJob, CronSchedule schedule, ZoneId zone, Instant now) {
  private static final long LONGEST_DEADLINE = Duration.ofDays(36_500).toSeconds();

  private static final int MANY = 100;

  /** After the time itself, so that no clock is early. */
  private static final Duration LATER = Duration.ofMillis(100);

  /**
   * @param earliest what was looked for comes after this
   * @param latest the last time that has passed since, if one has
   * @param missed how many have passed, roughly, beyond the first
   */
  record Passed(Instant earliest, Optional<Instant> latest, long missed) {
    boolean tooMany() {
      return missed > MANY;
    }
  }

  /** A schedule that has no times. */
  static final class NoTimesException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NoTimesException() {
      super("time difference between two schedules is less than 1 second");
    }
  }

  /**
   * The times that have passed since the last start and, if asked for, are not too long ago.
   *
   * @throws NoTimesException if the schedule has no times at all
   */
  Passed passed(boolean withinDeadline) {
    Instant earliest =
        ObservedPod.time(CronJob.of(cronJob).status().lastScheduleTime())
            .or(() -> ObservedPod.time(CronJob.of(cronJob).metadata().creationTimestamp()))
            .orElse(now);
    At deadline = CronJob.of(cronJob).spec().startingDeadlineSeconds();
    if (withinDeadline && deadline.present()) {
      Instant oldest = now.minusSeconds(deadline(deadline));
      earliest = oldest.isAfter(earliest) ? oldest : earliest;
    }
    Instant first = next(earliest);
    if (now.isBefore(first)) {
      return new Passed(earliest, Optional.empty(), 0);
    }
    Instant second = next(first);
    if (now.isBefore(second)) {
      return new Passed(earliest, Optional.of(first), 0);
    }
    long between = Duration.between(first, second).plusMillis(500).toSeconds();
    long missed = Duration.between(first, now).toSeconds() / between + 1;
    Optional<Instant> latest = Optional.empty();
    for (Instant at = next(first.plusSeconds((missed - 2) * between));
        !at.isAfter(now);
        at = next(at)) {
      latest = Optional.of(at);
    }
    return new Passed(earliest, latest, missed);
  }

  /** How long until the next one. */
  Duration untilNext() {
    Instant from;
    try {
      Passed passed = passed(false);
      from = passed.latest().orElse(passed.missed() == 0 ? passed.earliest() : now);
    } catch (NoTimesException e) {
      from = now;
    }
    return Duration.between(now, next(from)).plus(LATER);
  }

  /** Nothing is due before the next one. */
  DueStart later(Optional<DueStart.Event> event) {
    return new DueStart(Optional.empty(), event, Optional.of(this), zone);
  }

  private Instant next(Instant after) {
    return schedule
        .next(after.atZone(zone))
        .map(ZonedDateTime::toInstant)
        .orElseThrow(NoTimesException::new);
  }

  /** No longer than a calendar can count. */
  static long deadline(At seconds) {
    return Math.min(seconds.number(), LONGEST_DEADLINE);
  }
}
