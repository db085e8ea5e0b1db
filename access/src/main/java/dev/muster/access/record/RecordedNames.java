package dev.muster.access.record;

import java.util.SortedSet;
import java.util.TreeSet;

/** Which objects; any if there were requests without a name, or too many names. */
final class RecordedNames {
  private final SortedSet<String> names = new TreeSet<>();
  private boolean any;

  boolean any() {
    return any;
  }

  SortedSet<String> names() {
    return names;
  }

  boolean isEmpty() {
    return !any && names.isEmpty();
  }

  /** From now on any of them. */
  void all() {
    any = true;
    names.clear();
  }

  /** Takes those of another as well. */
  void add(RecordedNames other) {
    if (any || other.any) {
      all();
    } else {
      names.addAll(other.names);
    }
  }
}
