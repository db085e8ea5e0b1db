package dev.muster.kinds.batch;

import dev.muster.base.go.GoText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Schedules in cron's notation: what keeps a text from being one. */
final class CronSchedule {
  private static final Set<String> DESCRIPTORS =
      Set.of("@yearly", "@annually", "@monthly", "@weekly", "@daily", "@midnight", "@hourly");
  private static final List<String> MONTHS =
      List.of("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec");
  private static final List<String> DAYS = List.of("sun", "mon", "tue", "wed", "thu", "fri", "sat");
  private static final List<Bounds> FIELDS =
      List.of(
          new Bounds(0, 59, List.of()),
          new Bounds(0, 23, List.of()),
          new Bounds(1, 31, List.of()),
          new Bounds(1, 12, MONTHS),
          new Bounds(0, 6, DAYS));
  private static final String EVERY = "@every ";

  private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]{1,18}");

  private CronSchedule() {}

  private record Bounds(int min, int max, List<String> names) {}

  private static final class Fault extends Exception {
    private static final long serialVersionUID = 1L;

    Fault(String text) {
      super(text, null, false, false);
    }
  }

  static Optional<String> fault(String schedule) {
    try {
      check(schedule);
      return Optional.empty();
    } catch (Fault fault) {
      return Optional.ofNullable(fault.getMessage());
    }
  }

  private static void check(String schedule) throws Fault {
    if (schedule.isEmpty()) {
      throw new Fault("empty spec string");
    }
    String rest = schedule;
    if (rest.startsWith("TZ=") || rest.startsWith("CRON_TZ=")) {
      int space = rest.indexOf(' ');
      rest = space < 0 ? "" : rest.substring(space).strip();
    }
    if (rest.startsWith("@")) {
      descriptor(rest);
      return;
    }
    String bare = rest.strip();
    String[] fields = bare.isEmpty() ? new String[0] : bare.split("\\s+");
    if (fields.length != FIELDS.size()) {
      throw new Fault(
          "expected exactly 5 fields, found %d: [%s]"
              .formatted(fields.length, String.join(" ", fields)));
    }
    for (int i = 0; i < fields.length; i++) {
      for (String part : fields[i].split(",")) {
        if (!part.isEmpty()) {
          range(part, FIELDS.get(i));
        }
      }
    }
  }

  private static void descriptor(String text) throws Fault {
    if (text.startsWith(EVERY)) {
      String duration = text.substring(EVERY.length());
      if (!duration.matches("[-+]?(?:[0-9]+(?:\\.[0-9]*)?(?:ns|us|µs|ms|s|m|h))++|0")) {
        throw new Fault(
            "failed to parse duration %s: time: invalid duration %s"
                .formatted(text, GoText.quote(duration)));
      }
    } else if (!DESCRIPTORS.contains(text)) {
      throw new Fault("unrecognized descriptor: " + text);
    }
  }

  private static void range(String text, Bounds bounds) throws Fault {
    String[] rangeAndStep = text.split("/", -1);
    String[] ends = rangeAndStep[0].split("-", -1);
    long start = bounds.min();
    long end = bounds.max();
    if (!ends[0].equals("*") && !ends[0].equals("?")) {
      start = number(ends[0], bounds.names(), bounds.min());
      end = start;
      if (ends.length == 2) {
        end = number(ends[1], bounds.names(), bounds.min());
      } else if (ends.length > 2) {
        throw new Fault("too many hyphens: " + text);
      }
    }
    long step = 1;
    if (rangeAndStep.length == 2) {
      step = number(rangeAndStep[1], List.of(), 0);
      if (ends.length == 1) {
        end = bounds.max();
      }
    } else if (rangeAndStep.length > 2) {
      throw new Fault("too many slashes: " + text);
    }
    inBounds(start, end, step, bounds, text);
  }

  private static void inBounds(long start, long end, long step, Bounds bounds, String text)
      throws Fault {
    if (start < bounds.min()) {
      throw new Fault(
          "beginning of range (%d) below minimum (%d): %s".formatted(start, bounds.min(), text));
    }
    if (end > bounds.max()) {
      throw new Fault(
          "end of range (%d) above maximum (%d): %s".formatted(end, bounds.max(), text));
    }
    if (start > end) {
      throw new Fault(
          "beginning of range (%d) beyond end of range (%d): %s".formatted(start, end, text));
    }
    if (step == 0) {
      throw new Fault("step of range should be a positive number: " + text);
    }
  }

  private static long number(String text, List<String> names, int first) throws Fault {
    int name = names.indexOf(text.toLowerCase(Locale.ROOT));
    if (name >= 0) {
      return name + (long) first;
    }
    if (!NUMBER.matcher(text).matches()) {
      throw new Fault(
          "failed to parse int from %s: strconv.Atoi: parsing %s: invalid syntax"
              .formatted(text, GoText.quote(text)));
    }
    long number = Long.parseLong(text);
    if (number < 0) {
      throw new Fault("negative number (%d) not allowed: %s".formatted(number, text));
    }
    return number;
  }
}
