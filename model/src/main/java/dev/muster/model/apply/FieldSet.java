package dev.muster.model.apply;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A set of places in an object, as a tree of steps. A place can be in the set without its parts,
 * its parts without it, or both. Immutable.
 */
final class FieldSet {
  static final FieldSet EMPTY = new FieldSet(new Entry[0]);

  /**
   * One step.
   *
   * @param member whether the place it leads to is in the set
   * @param below the places below it; null when there are none, never empty
   */
  record Entry(PathElement step, boolean member, @Nullable FieldSet below) {}

  /** Sorted by step, each step once, none that leads to no member. */
  private final Entry[] entries;

  private FieldSet(Entry[] entries) {
    this.entries = entries;
  }

  boolean isEmpty() {
    return entries.length == 0;
  }

  List<Entry> entries() {
    return Arrays.asList(entries);
  }

  @Nullable Entry find(PathElement step) {
    int low = 0;
    int high = entries.length - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int by = entries[middle].step.compareTo(step);
      if (by == 0) {
        return entries[middle];
      }
      if (by < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  boolean has(List<PathElement> path) {
    FieldSet at = this;
    for (int i = 0; at != null && i < path.size(); i++) {
      Entry entry = at.find(path.get(i));
      if (entry == null) {
        return false;
      }
      if (i == path.size() - 1) {
        return entry.member;
      }
      at = entry.below;
    }
    return false;
  }

  /** Everything in either. */
  FieldSet union(FieldSet other) {
    return isEmpty() ? other : other.isEmpty() ? this : SetAlgebra.union(this, other);
  }

  /** Everything in any of them; the work grows with their sizes, not with their number as well. */
  static FieldSet union(List<FieldSet> sets) {
    return switch (sets.size()) {
      case 0 -> EMPTY;
      case 1 -> sets.getFirst();
      default -> {
        int middle = sets.size() / 2;
        yield union(sets.subList(0, middle)).union(union(sets.subList(middle, sets.size())));
      }
    };
  }

  /** Everything in both. */
  FieldSet intersection(FieldSet other) {
    return isEmpty() || other.isEmpty() ? EMPTY : SetAlgebra.intersection(this, other);
  }

  /** Everything that is not a member of the other; being below a member of it does not matter. */
  FieldSet difference(FieldSet other) {
    return isEmpty() || other.isEmpty() ? this : SetAlgebra.difference(this, other, false);
  }

  /** Everything that is neither a member of the other nor below one. */
  FieldSet without(FieldSet other) {
    return isEmpty() || other.isEmpty() ? this : SetAlgebra.difference(this, other, true);
  }

  /** How many places are in the set. */
  int members() {
    int count = 0;
    for (Entry entry : entries) {
      count += (entry.member ? 1 : 0) + (entry.below == null ? 0 : entry.below.members());
    }
    return count;
  }

  /**
   * Visits each member, those of one level first, then those below them, for as long as the visitor
   * says so. The path that it sees changes with the next visit.
   */
  void forEach(Predicate<List<PathElement>> visitor) {
    visit(new ArrayList<>(), visitor);
  }

  private boolean visit(List<PathElement> above, Predicate<List<PathElement>> visitor) {
    for (Entry entry : entries) {
      if (entry.member) {
        above.add(entry.step);
        boolean on = visitor.test(above);
        above.removeLast();
        if (!on) {
          return false;
        }
      }
    }
    for (Entry entry : entries) {
      if (entry.below != null) {
        above.add(entry.step);
        boolean on = entry.below.visit(above, visitor);
        above.removeLast();
        if (!on) {
          return false;
        }
      }
    }
    return true;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FieldSet set && Arrays.equals(entries, set.entries);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(entries);
  }

  @Override
  public String toString() {
    return FieldsV1.write(this).toString();
  }

  /** Collects the steps of one level in any order. */
  static final class Builder {
    private Entry[] entries = new Entry[8];
    private int size;
    private boolean sorted = true;

    void add(PathElement step, boolean member, @Nullable FieldSet below) {
      FieldSet parts = below == null || below.isEmpty() ? null : below;
      if (member || parts != null) {
        add(new Entry(step, member, parts));
      }
    }

    void add(Entry entry) {
      if (size == entries.length) {
        entries = Arrays.copyOf(entries, size * 2);
      }
      sorted = sorted && (size == 0 || entries[size - 1].step.compareTo(entry.step) < 0);
      entries[size++] = entry;
    }

    /** Adds all parts of a path, of which the last is a member. */
    void addPath(PathElement first, PathElement... more) {
      FieldSet below = null;
      for (int i = more.length - 1; i >= 0; i--) {
        Builder level = new Builder();
        level.add(more[i], below == null, below);
        below = level.build();
      }
      add(first, below == null, below);
    }

    FieldSet build() {
      if (size == 0) {
        return EMPTY;
      }
      Entry[] all = Arrays.copyOf(entries, size);
      return new FieldSet(sorted ? all : SetAlgebra.sortedOnce(all));
    }
  }

  /** A set of these steps, which must be sorted and lead to members. */
  static FieldSet ofSorted(Entry[] entries, int size) {
    return size == 0 ? EMPTY : new FieldSet(Arrays.copyOf(entries, size));
  }
}
