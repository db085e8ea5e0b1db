package dev.muster.controllers.job;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** Completion indexes, as ordered intervals: {@code 1,3-5,7,8} in a Job's status. */
record CompletionIndexes(List<Interval> intervals) {
  static final CompletionIndexes NONE = new CompletionIndexes(List.of());

  record Interval(int first, int last) {}

  CompletionIndexes {
    intervals = List.copyOf(intervals);
  }

  /** Reads what a status or a success policy has; what is no number or beyond is left out. */
  static CompletionIndexes parse(String text, int completions) {
    List<Interval> found = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      String[] limits = part.split("-", 2);
      int first = number(limits[0]);
      int last = limits.length > 1 ? number(limits[1]) : first;
      if (first >= completions) {
        break;
      }
      if (first >= 0 && last >= first) {
        found.add(new Interval(first, Math.min(last, completions - 1)));
      }
    }
    return joined(found);
  }

  private static int number(String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  static CompletionIndexes of(Collection<Integer> numbers) {
    NavigableSet<Integer> sorted = new TreeSet<>(numbers);
    return joined(sorted.stream().map(each -> new Interval(each, each)).toList());
  }

  CompletionIndexes plus(CompletionIndexes more) {
    List<Interval> all = new ArrayList<>(intervals);
    all.addAll(more.intervals);
    all.sort((a, b) -> Integer.compare(a.first(), b.first()));
    return joined(all);
  }

  private static CompletionIndexes joined(List<Interval> ordered) {
    List<Interval> out = new ArrayList<>();
    for (Interval next : ordered) {
      Interval last = out.isEmpty() ? null : out.getLast();
      if (last == null || next.first() > last.last() + 1) {
        out.add(next);
      } else if (last.last() < next.last()) {
        out.set(out.size() - 1, new Interval(last.first(), next.last()));
      }
    }
    return new CompletionIndexes(out);
  }

  boolean has(int index) {
    int low = 0;
    int high = intervals.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (intervals.get(middle).last() >= index) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low < intervals.size() && intervals.get(low).first() <= index;
  }

  boolean isEmpty() {
    return intervals.isEmpty();
  }

  int total() {
    return intervals.stream().mapToInt(each -> each.last() - each.first() + 1).sum();
  }

  /** How many indexes are in both. */
  int common(CompletionIndexes other) {
    int common = 0;
    int i = 0;
    int j = 0;
    while (i < intervals.size() && j < other.intervals.size()) {
      Interval mine = intervals.get(i);
      Interval theirs = other.intervals.get(j);
      int overlap =
          Math.min(mine.last(), theirs.last()) - Math.max(mine.first(), theirs.first()) + 1;
      common += Math.max(0, overlap);
      if (mine.last() <= theirs.last()) {
        i++;
      }
      if (theirs.last() <= mine.last()) {
        j++;
      }
    }
    return common;
  }

  /** The first indexes below {@code completions} that are not in here, at most {@code count}. */
  List<Integer> firstMissing(int count, int completions) {
    List<Integer> out = new ArrayList<>();
    int candidate = 0;
    for (Interval taken : intervals) {
      while (candidate < taken.first() && candidate < completions && out.size() < count) {
        out.add(candidate++);
      }
      candidate = Math.max(candidate, taken.last() + 1);
    }
    for (; candidate < completions && out.size() < count; candidate++) {
      out.add(candidate);
    }
    return out;
  }

  @Override
  public String toString() {
    StringBuilder out = new StringBuilder();
    for (Interval each : intervals) {
      out.append(out.isEmpty() ? "" : ",").append(each.first());
      if (each.last() > each.first()) {
        out.append(each.last() == each.first() + 1 ? ',' : '-').append(each.last());
      }
    }
    return out.toString();
  }
}
