package dev.muster.kinds.batch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronScheduleTest {

  @ParameterizedTest(name = "{0} in {1} after {2} is at {3}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          * * * * *        | UTC              | 2026-01-01T00:00:00Z | 2026-01-01T00:01:00Z
          * * * * *        | UTC              | 2026-01-01T00:00:59Z | 2026-01-01T00:01:00Z
          */15 * * * *     | UTC              | 2026-01-01T00:15:00Z | 2026-01-01T00:30:00Z
          5/20 * * * *     | UTC              | 2026-01-01T00:26:00Z | 2026-01-01T00:45:00Z
          0 0 1 1 *        | UTC              | 2026-01-01T00:00:00Z | 2027-01-01T00:00:00Z
          @yearly          | UTC              | 2026-01-01T00:00:00Z | 2027-01-01T00:00:00Z
          @hourly          | UTC              | 2026-01-01T00:30:00Z | 2026-01-01T01:00:00Z
          @every 90s       | UTC              | 2026-01-01T00:00:10Z | 2026-01-01T00:01:40Z
          @every 1ms       | UTC              | 2026-01-01T00:00:10Z | 2026-01-01T00:00:11Z
          0 9 * * mon-fri  | UTC              | 2026-01-02T10:00:00Z | 2026-01-05T09:00:00Z
          0 0 13 * fri     | UTC              | 2026-01-01T00:00:00Z | 2026-01-02T00:00:00Z
          0 0 13 * ?       | UTC              | 2026-01-01T00:00:00Z | 2026-01-13T00:00:00Z
          0 0 29 2 *       | UTC              | 2026-01-01T00:00:00Z | 2028-02-29T00:00:00Z
          0 0 31 feb *     | UTC              | 2026-01-01T00:00:00Z |
          30 12 * * *      | Asia/Kolkata     | 2026-01-01T00:00:00Z | 2026-01-01T07:00:00Z
          30 2 * * *       | Europe/Berlin    | 2026-03-28T12:00:00Z | 2026-03-30T00:30:00Z
          30 2 * * *       | Europe/Berlin    | 2026-10-25T00:00:00Z | 2026-10-25T00:30:00Z
          30 2 * * *       | Europe/Berlin    | 2026-10-25T00:30:00Z | 2026-10-25T01:30:00Z
          0 0 * * *        | America/Sao_Paulo| 2018-11-03T12:00:00Z | 2018-11-05T02:00:00Z
          """)
  void comesNext(String schedule, String zone, Instant after, Instant next) {
    assertThat(
            CronSchedule.parse(schedule)
                .next(after.atZone(ZoneId.of(zone)))
                .map(ZonedDateTime::toInstant))
        .isEqualTo(Optional.ofNullable(next));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          ''             | empty spec string
          @now           | unrecognized descriptor: @now
          * * * *        | expected exactly 5 fields, found 4: [* * * *]
          60 * * * *     | end of range (60) above maximum (59): 60
          5-1 * * * *    | beginning of range (5) beyond end of range (1): 5-1
          */0 * * * *    | step of range should be a positive number: */0
          1-2-3 * * * *  | too many hyphens: 1-2-3
          1/2/3 * * * *  | too many slashes: 1/2/3
          x * * * *      | failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax
          @every 5       | failed to parse duration @every 5: time: missing unit in duration "5"
          """)
  void isNone(String schedule, String why) {
    assertThat(CronSchedule.fault(schedule)).contains(why);
  }

  @Property(tries = 200)
  void isLaterAndNothingIsLeftOutBetween(
      @ForAll @LongRange(min = 0, max = 4_000_000_000L) long at) {
    CronSchedule schedule = CronSchedule.parse("17,43 3-5 * * *");
    ZonedDateTime from = Instant.ofEpochSecond(at).atZone(ZoneId.of("Europe/Berlin"));
    ZonedDateTime next = schedule.next(from).orElseThrow();
    assertThat(next).isAfter(from);
    assertThat(schedule.next(next.minusSeconds(1))).contains(next);
    assertThat(schedule.next(from.plus(Duration.between(from, next).dividedBy(2)))).contains(next);
  }

  @Property(tries = 500)
  void whateverIsWrittenIsReadOrRefused(
      @ForAll @StringLength(max = 40) @CharRange(from = ' ', to = '~') String text) {
    assertThat(CronSchedule.fault(text).map(String::isEmpty).orElse(false)).isFalse();
  }
}
