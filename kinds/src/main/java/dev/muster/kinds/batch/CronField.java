package dev.muster.kinds.batch;

import dev.muster.base.go.GoText;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * One of the five fields of a schedule in cron's notation.
 *
 * @param bits one for each value that it has
 * @param any whether it says {@code *}
 */
record CronField(long bits, boolean any) {
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");

  /** What a field may have. */
  enum Bounds {
    MINUTE(0, 59, List.of()),
    HOUR(0, 23, List.of()),
    DAY_OF_MONTH(1, 31, List.of()),
    MONTH(1, 12, MONTHS),
    DAY_OF_WEEK(0, 6, DAYS);

    private final int min;
    private final int max;
    private final List<String> names;

    Bounds(int min, int max, List<String> names) {
      this.min = min;
      this.max = max;
      this.names = names;
    }
  }

  /**
   * @throws IllegalArgumentException with what the real server says of it
   */
  static CronField parse(String text, Bounds bounds) {
    long bits = 0;
    boolean any = false;
    for (String part : text.split(",")) {
      if (!part.isEmpty()) {
        CronField range = range(part, bounds);
        bits |= range.bits;
        any |= range.any;
      }
    }
    return new CronField(bits, any);
  }

  boolean has(int value) {
    return (bits & 1L << value) != 0;
  }

  private static CronField range(String text, Bounds bounds) {
    String[] rangeAndStep = text.split("/", -1);
    String[] ends = rangeAndStep[0].split("-", -1);
    long start = bounds.min;
    long end = bounds.max;
    boolean any = ends[0].equals("*") || ends[0].equals("?");
    if (!any) {
      start = number(ends[0], bounds.names, bounds.min);
      end = start;
      if (ends.length == 2) {
        end = number(ends[1], bounds.names, bounds.min);
      } else if (ends.length > 2) {
        throw new IllegalArgumentException("too many hyphens: " + text);
      }
    }
    long step = 1;
    if (rangeAndStep.length == 2) {
      step = number(rangeAndStep[1], List.of(), 0);
      any &= step <= 1;
      if (ends.length == 1) {
        end = bounds.max;
      }
    } else if (rangeAndStep.length > 2) {
      throw new IllegalArgumentException("too many slashes: " + text);
    }
    inBounds(start, end, step, bounds, text);
    long bits = 0;
    for (long value = start; value <= end; value += step) {
      bits |= 1L << value;
    }
    return new CronField(bits, any);
  }

  private static void inBounds(long start, long end, long step, Bounds bounds, String text) {
    if (start < bounds.min) {
      throw new IllegalArgumentException(
          "beginning of range (%d) below minimum (%d): %s".formatted(start, bounds.min, text));
    }
    if (end > bounds.max) {
      throw new IllegalArgumentException(
          "end of range (%d) above maximum (%d): %s".formatted(end, bounds.max, text));
    }
    if (start > end) {
      throw new IllegalArgumentException(
          "beginning of range (%d) beyond end of range (%d): %s".formatted(start, end, text));
    }
    if (step == 0) {
      throw new IllegalArgumentException("step of range should be a positive number: " + text);
    }
  }

  private static long number(String text, List<String> names, int first) {
    int name = names.indexOf(text.toLowerCase(Locale.ROOT));
    if (name >= 0) {
      return name + (long) first;
    }
    if (!NUMBER.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "failed to parse int from %s: strconv.Atoi: parsing %s: invalid syntax"
              .formatted(text, GoText.quote(text)));
    }
    long number = Long.parseLong(text);
    if (number < 0) {
      throw new IllegalArgumentException(
          "negative number (%d) not allowed: %s".formatted(number, text));
    }
    return number;
  }
}
