package dev.muster.kinds.batch;

import dev.muster.base.go.GoDuration;
import dev.muster.kinds.batch.CronField.Bounds;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A schedule in cron's notation: five fields, {@code @daily} and the like, {@code @every 90m}. */
public final class CronSchedule {
  private static final Map<String, String> DESCRIPTORS =
      Map.of(
          "@yearly", "0 0 1 1 *",
          "@annually", "0 0 1 1 *",
          "@monthly", "0 0 1 * *",
          "@weekly", "0 0 * * 0",
          "@daily", "0 0 * * *",
          "@midnight", "0 0 * * *",
          "@hourly", "0 * * * *");
  private static final String EVERY = "@every ";

  /** What does not come in that many years never does. */
  private static final int YEARS = 5;

  private final Map<Bounds, CronField> fields;
  private final @Nullable Duration every;

  private CronSchedule(Map<Bounds, CronField> fields, @Nullable Duration every) {
    this.fields = fields;
    this.every = every;
  }

  /** What keeps a text from being a schedule. */
  static Optional<String> fault(String schedule) {
    try {
      parse(schedule);
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(Objects.requireNonNullElse(e.getMessage(), ""));
    }
  }

  /**
   * @throws IllegalArgumentException with what the real server says of it
   */
  public static CronSchedule parse(String schedule) {
    if (schedule.isEmpty()) {
      throw new IllegalArgumentException("empty spec string");
    }
    String rest = schedule;
    if (rest.startsWith("TZ=") || rest.startsWith("CRON_TZ=")) {
      int space = rest.indexOf(' ');
      rest = space < 0 ? "" : rest.substring(space).strip();
    }
    if (rest.startsWith(EVERY)) {
      return new CronSchedule(Map.of(), every(rest));
    }
    if (rest.startsWith("@")) {
      String meaning = DESCRIPTORS.get(rest);
      if (meaning == null) {
        throw new IllegalArgumentException("unrecognized descriptor: " + rest);
      }
      rest = meaning;
    }
    String bare = rest.strip();
    String[] texts = bare.isEmpty() ? new String[0] : bare.split("\\s+");
    Bounds[] bounds = Bounds.values();
    if (texts.length != bounds.length) {
      throw new IllegalArgumentException(
          "expected exactly 5 fields, found %d: [%s]"
              .formatted(texts.length, String.join(" ", texts)));
    }
    Map<Bounds, CronField> fields = new EnumMap<>(Bounds.class);
    for (int i = 0; i < texts.length; i++) {
      fields.put(bounds[i], CronField.parse(texts[i], bounds[i]));
    }
    return new CronSchedule(fields, null);
  }

  /** Whole seconds, and at least one. */
  private static Duration every(String text) {
    String duration = text.substring(EVERY.length());
    Duration span;
    try {
      span = GoDuration.parse(duration).truncatedTo(ChronoUnit.SECONDS);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "failed to parse duration %s: %s".formatted(text, e.getMessage()), e);
    }
    return span.compareTo(Duration.ofSeconds(1)) < 0 ? Duration.ofSeconds(1) : span;
  }

  /**
   * The next time after this one, in its zone. An hour that a change to summer time skips has none;
   * one that comes twice has all of its times twice.
   */
  public Optional<ZonedDateTime> next(ZonedDateTime after) {
    if (every != null) {
      return Optional.of(after.plus(every).truncatedTo(ChronoUnit.SECONDS));
    }
    ZonedDateTime at = after.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
    int lastYear = at.getYear() + YEARS;
    while (at.getYear() <= lastYear) {
      LocalDate day = at.toLocalDate();
      if (!of(Bounds.MONTH).has(day.getMonthValue())) {
        at = day.withDayOfMonth(1).plusMonths(1).atStartOfDay(at.getZone());
      } else if (!has(day)) {
        at = day.plusDays(1).atStartOfDay(at.getZone());
      } else if (!of(Bounds.HOUR).has(at.getHour())) {
        at = at.truncatedTo(ChronoUnit.HOURS).plusHours(1);
      } else if (!of(Bounds.MINUTE).has(at.getMinute())) {
        at = at.plusMinutes(1);
      } else {
        return Optional.of(at);
      }
    }
    return Optional.empty();
  }

  private CronField of(Bounds field) {
    return Objects.requireNonNull(fields.get(field));
  }

  /** If both fields of days say something, one of them is enough. */
  private boolean has(LocalDate day) {
    CronField ofMonth = of(Bounds.DAY_OF_MONTH);
    CronField ofWeek = of(Bounds.DAY_OF_WEEK);
    boolean inMonth = ofMonth.has(day.getDayOfMonth());
    boolean inWeek = ofWeek.has(day.getDayOfWeek().getValue() % 7);
    return ofMonth.any() || ofWeek.any() ? inMonth && inWeek : inMonth || inWeek;
  }
}
