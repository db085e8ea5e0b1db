package dev.muster.api.batch;

import dev.muster.api.field.GoText;
import java.util.regex.Pattern;

/** Sets of indexes as jobs write them: {@code 1,3-5,7}. */
final class Indexes {
  private static final Pattern INDEX = Pattern.compile("[0-9]{1,9}");

  private Indexes() {}

  /** How many indexes a text names, or what is wrong with it. */
  record Counted(long total, String fault) {}

  static Counted count(String text, long completions) {
    if (text.isEmpty()) {
      return new Counted(0, "");
    }
    long total = 0;
    long last = -1;
    for (String interval : text.split(",", -1)) {
      String[] ends = interval.split("-", -1);
      if (ends.length > 2) {
        return new Counted(
            0,
            "the fragment %s violates the requirement that an index interval can have at most two parts separated by '-'"
                .formatted(GoText.quote(interval)));
      }
      for (String end : ends) {
        if (!INDEX.matcher(end).matches()) {
          return new Counted(0, "cannot convert string to integer for index: " + GoText.quote(end));
        }
        if (Long.parseLong(end) >= completions) {
          return new Counted(0, "too large index: " + GoText.quote(end));
        }
      }
      long from = Long.parseLong(ends[0]);
      long to = Long.parseLong(ends[ends.length - 1]);
      if (ends.length == 2 && from >= to) {
        return new Counted(
            0, "non-increasing order, previous: %d, current: %d".formatted(from, to));
      }
      if (from <= last) {
        return new Counted(
            0, "non-increasing order, previous: %d, current: %d".formatted(last, from));
      }
      total += to - from + 1;
      last = to;
    }
    return new Counted(total, "");
  }
}
