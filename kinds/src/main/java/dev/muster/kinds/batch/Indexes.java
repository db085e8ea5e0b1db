package dev.muster.kinds.batch;

import dev.muster.base.go.GoText;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sets of indexes as jobs write them: {@code 1,3-5,7}. */
final class Indexes {
  private static final Pattern NUMBER = Pattern.compile("\\+?[0-9]{1,18}");
  private static final Pattern COMMA = Pattern.compile(",");

  private Indexes() {}

  /** How many indexes a text names, or what is wrong with it. */
  record Counted(long total, String fault) {}

  /** One interval, or what is wrong with it. */
  private record Interval(long from, long to, String fault) {
    static Interval of(String text, long completions) {
      String[] ends = text.split("-", -1);
      if (ends.length > 2) {
        return bad(
            "the fragment %s violates the requirement that an index interval can have at most two parts separated by '-'"
                .formatted(GoText.quote(text)));
      }
      for (String end : ends) {
        if (!NUMBER.matcher(end).matches()) {
          return bad("cannot convert string to integer for index: " + GoText.quote(end));
        }
        if (Long.parseLong(end) >= completions) {
          return bad("too large index: " + GoText.quote(end));
        }
      }
      long from = Long.parseLong(ends[0]);
      long to = Long.parseLong(ends[ends.length - 1]);
      return ends.length == 2 && from >= to
          ? bad("non-increasing order, previous: %d, current: %d".formatted(from, to))
          : new Interval(from, to, "");
    }

    private static Interval bad(String fault) {
      return new Interval(0, 0, fault);
    }
  }

  static Counted count(String text, long completions) {
    if (text.isEmpty()) {
      return new Counted(0, "");
    }
    long total = 0;
    long last = -1;
    for (String part : text.split(",", -1)) {
      Interval interval = Interval.of(part, completions);
      if (!interval.fault.isEmpty()) {
        return new Counted(0, interval.fault);
      }
      if (interval.from <= last) {
        return new Counted(
            0, "non-increasing order, previous: %d, current: %d".formatted(last, interval.from));
      }
      total += interval.to - interval.from + 1;
      last = interval.to;
    }
    return new Counted(total, "");
  }

  /** The first index that both name, in the order of their intervals; null if none. */
  static @Nullable Long overlap(String some, String others, long completions) {
    List<Interval> a = wellFormed(some, completions);
    List<Interval> b = wellFormed(others, completions);
    int i = 0;
    int j = 0;
    while (i < a.size() && j < b.size()) {
      Interval x = a.get(i);
      Interval y = b.get(j);
      if (x.from <= y.to && y.from <= x.to) {
        return Math.max(x.from, y.from);
      }
      if (x.from <= y.from) {
        i++;
      } else {
        j++;
      }
    }
    return null;
  }

  private static List<Interval> wellFormed(String text, long completions) {
    return COMMA
        .splitAsStream(text)
        .map(part -> Interval.of(part, completions))
        .filter(interval -> interval.fault.isEmpty())
        .toList();
  }
}
