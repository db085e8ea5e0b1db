package dev.muster.model.apply;

import dev.muster.base.deadline.Deadline;
import dev.muster.model.apply.FieldSet.Entry;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Set operations as merges of sorted steps; what stays as it was is shared, not copied. */
final class SetAlgebra {
  private static final Comparator<Entry> BY_STEP = Comparator.comparing(Entry::step);

  private SetAlgebra() {}

  static FieldSet union(FieldSet left, FieldSet right) {
    List<Entry> a = left.entries();
    List<Entry> b = right.entries();
    Entry[] out = new Entry[a.size() + b.size()];
    int n = 0;
    int i = 0;
    int j = 0;
    while (i < a.size() || j < b.size()) {
      Deadline.check();
      int by = order(a, i, b, j);
      if (by < 0) {
        out[n++] = a.get(i++);
      } else if (by > 0) {
        out[n++] = b.get(j++);
      } else {
        out[n++] = merged(a.get(i++), b.get(j++));
      }
    }
    return FieldSet.ofSorted(out, n);
  }

  private static Entry merged(Entry x, Entry y) {
    FieldSet below =
        x.below() == null ? y.below() : y.below() == null ? x.below() : x.below().union(y.below());
    return same(below, x.below()) && (x.member() || !y.member())
        ? x
        : new Entry(x.step(), x.member() || y.member(), below);
  }

  static FieldSet intersection(FieldSet left, FieldSet right) {
    List<Entry> a = left.entries();
    List<Entry> b = right.entries();
    Entry[] out = new Entry[Math.min(a.size(), b.size())];
    int n = 0;
    int i = 0;
    int j = 0;
    while (i < a.size() && j < b.size()) {
      Deadline.check();
      int by = order(a, i, b, j);
      if (by < 0) {
        i = from(a, i, b.get(j).step());
      } else if (by > 0) {
        j = from(b, j, a.get(i).step());
      } else {
        Entry x = a.get(i++);
        Entry y = b.get(j++);
        FieldSet below =
            x.below() == null || y.below() == null
                ? FieldSet.EMPTY
                : x.below().intersection(y.below());
        n = add(out, n, x, x.member() && y.member(), below);
      }
    }
    return FieldSet.ofSorted(out, n);
  }

  /**
   * What is in the left only.
   *
   * @param whole a member on the right takes everything below it along
   */
  static FieldSet difference(FieldSet left, FieldSet right, boolean whole) {
    List<Entry> a = left.entries();
    List<Entry> b = right.entries();
    Entry[] out = new Entry[a.size()];
    int n = 0;
    int j = 0;
    for (Entry x : a) {
      Deadline.check();
      j = from(b, j, x.step());
      if (j == b.size() || b.get(j).step().compareTo(x.step()) != 0) {
        out[n++] = x;
        continue;
      }
      Entry y = b.get(j);
      if (whole && y.member()) {
        continue;
      }
      FieldSet below = x.below();
      if (below != null && y.below() != null) {
        below = whole ? below.without(y.below()) : below.difference(y.below());
      }
      n = add(out, n, x, x.member() && !y.member(), below);
    }
    return FieldSet.ofSorted(out, n);
  }

  /**
   * The first place, not before the given one, whose step is not less: found in steps that double,
   * so that a small set is compared with a large one in little time.
   */
  private static int from(List<Entry> sorted, int start, PathElement step) {
    int low = start;
    int jump = 1;
    while (low + jump <= sorted.size() && sorted.get(low + jump - 1).step().compareTo(step) < 0) {
      low += jump;
      jump *= 2;
    }
    int high = Math.min(sorted.size(), low + jump - 1);
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (sorted.get(middle).step().compareTo(step) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int add(Entry[] out, int n, Entry like, boolean member, @Nullable FieldSet below) {
    FieldSet parts = below == null || below.isEmpty() ? null : below;
    if (!member && parts == null) {
      return n;
    }
    out[n] =
        member == like.member() && same(parts, like.below())
            ? like
            : new Entry(like.step(), member, parts);
    return n + 1;
  }

  /** Whether it is the very same set: then its entry can be kept. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean same(@Nullable FieldSet a, @Nullable FieldSet b) {
    return a == b;
  }

  private static int order(List<Entry> a, int i, List<Entry> b, int j) {
    if (i == a.size()) {
      return 1;
    }
    return j == b.size() ? -1 : a.get(i).step().compareTo(b.get(j).step());
  }

  /** The entries in order; those of the same step become one. */
  static Entry[] sortedOnce(Entry[] entries) {
    Arrays.sort(entries, BY_STEP);
    int n = 0;
    for (int i = 1; i < entries.length; i++) {
      if (entries[n].step().compareTo(entries[i].step()) == 0) {
        entries[n] = merged(entries[n], entries[i]);
      } else {
        entries[++n] = entries[i];
      }
    }
    return Arrays.copyOf(entries, n + 1);
  }
}
