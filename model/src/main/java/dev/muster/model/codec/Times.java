package dev.muster.model.codec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.muster.base.go.GoText;
import java.time.Instant;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times on the wire: whole seconds, or exactly six decimals, always in UTC. */
public final class Times {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss'Z'").withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private static final DateTimeFormatter NANOS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

  /** The seconds of the first and the last time that can be written: the years 0 to 9999. */
  static final long FIRST = -62_167_219_200L;

  static final long LAST = 253_402_300_799L;

  /** The form of a time to the second, with digits where there are zeros. */
  private static final String WRITTEN = "0000-00-00T00:00:00Z";

  private static final String LAYOUT = "2006-01-02T15:04:05Z07:00";
  private static final String MICRO_LAYOUT = "2006-01-02T15:04:05.000000Z07:00";

  /** The parts of the layout in order, each with what the input must begin with there. */
  private static final List<Step> STEPS = steps("\\d{2}(?:[.,]\\d+)?");

  private static final List<Step> MICRO_STEPS = steps("\\d{2}", ".000000", "\\.\\d{6}");

  /** A part of a layout: its text, what fits it, and what it counts (empty where nothing). */
  private record Step(String layout, Pattern fits, String unit, int max) {}

  private static List<Step> steps(String seconds, String... fraction) {
    String[][] parts = {
      {"2006", "\\d{4}"},
      {"-", "-"},
      {"01", "\\d{2}", "month", "12"},
      {"-", "-"},
      {"02", "\\d{2}"},
      {"T", "T"},
      {"15", "\\d{2}", "hour", "23"},
      {":", ":"},
      {"04", "\\d{2}", "minute", "59"},
      {":", ":"},
      {"05", seconds, "second", "59"},
      fraction,
      {"Z07:00", "Z|[+-]\\d{2}:\\d{2}"}
    };
    return Arrays.stream(parts)
        .filter(p -> p.length > 0)
        .map(
            p ->
                new Step(
                    p[0],
                    Pattern.compile(p[1]),
                    p.length > 2 ? p[2] : "",
                    p.length > 2 ? Integer.parseInt(p[3]) : 0))
        .toList();
  }

  /** A second and how it is written. */
  private record Second(long epoch, String text) {}

  /** Most times that are written are of the second that was written last. */
  private static volatile Second lastWritten = new Second(0, SECONDS.format(Instant.EPOCH));

  private Times() {}

  /** To the second, as {@code metav1.Time} is written. */
  public static String seconds(Instant at) {
    Second known = lastWritten;
    if (known.epoch != at.getEpochSecond()) {
      known = new Second(at.getEpochSecond(), SECONDS.format(at));
      lastWritten = known;
    }
    return known.text;
  }

  /** To the microsecond, as {@code metav1.MicroTime} is written. */
  public static String micros(Instant at) {
    return MICROS.format(at);
  }

  /** To the nanosecond, all nine digits. */
  public static String nanos(Instant at) {
    return NANOS.format(at);
  }

  static JsonNode time(String text) {
    if (text.equals("null")) {
      return NullNode.getInstance();
    }
    return TextNode.valueOf(isWrittenSecond(text) ? text : seconds(parse(text, LAYOUT, STEPS)));
  }

  /** Whether a time is one that {@link #seconds} would write: nearly all are, and stay as is. */
  private static boolean isWrittenSecond(String text) {
    if (text.length() != WRITTEN.length()) {
      return false;
    }
    for (int i = 0; i < WRITTEN.length(); i++) {
      char expected = WRITTEN.charAt(i);
      char c = text.charAt(i);
      if (expected == '0' ? c < '0' || c > '9' : c != expected) {
        return false;
      }
    }
    int month = digits(text, 5);
    int day = digits(text, 8);
    return month >= 1
        && month <= 12
        && day >= 1
        && (day <= 28 || day <= Month.of(month).length(isLeapYear(text)))
        && digits(text, 11) <= 23
        && digits(text, 14) <= 59
        && digits(text, 17) <= 59;
  }

  private static boolean isLeapYear(String text) {
    return Year.isLeap(100 * digits(text, 0) + digits(text, 2));
  }

  private static int digits(String text, int at) {
    return 10 * (text.charAt(at) - '0') + text.charAt(at + 1) - '0';
  }

  static JsonNode microTime(String text) {
    return TextNode.valueOf(micros(parse(text, MICRO_LAYOUT, MICRO_STEPS)));
  }

  private static Instant parse(String text, String layout, List<Step> steps) {
    String rest = text;
    for (Step step : steps) {
      Matcher m = step.fits().matcher(rest);
      if (!m.lookingAt()) {
        throw new DecodeException(
            "parsing time %s as %s: cannot parse %s as %s"
                .formatted(
                    GoText.quote(text),
                    GoText.quote(layout),
                    GoText.quote(rest),
                    GoText.quote(step.layout())));
      }
      if (!step.unit().isEmpty()) {
        int value = Integer.parseInt(rest.substring(0, 2));
        if (value > step.max() || value == 0 && step.unit().equals("month")) {
          throw outOfRange(text, step.unit());
        }
      }
      rest = rest.substring(m.end());
    }
    if (!rest.isEmpty()) {
      throw new DecodeException(
          "parsing time " + GoText.quote(text) + ": extra text: " + GoText.quote(rest));
    }
    try {
      Instant at = OffsetDateTime.parse(text.replace(',', '.')).toInstant();
      if (at.getEpochSecond() < FIRST || at.getEpochSecond() > LAST) {
        throw outOfRange(text, "year");
      }
      return at;
    } catch (DateTimeParseException e) {
      throw outOfRange(text, "day");
    }
  }

  private static DecodeException outOfRange(String text, String unit) {
    return new DecodeException(
        "parsing time " + GoText.quote(text) + ": " + unit + " out of range");
  }
}
