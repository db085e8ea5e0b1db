package dev.muster.kinds.structural;

import java.util.ArrayList;
import java.util.List;

/**
 * The faults found in a value, and how many checks it passed: of several schemas that do not fit,
 * the one that came nearest is told about. Not thread-safe.
 */
final class Verdict {
  /** As many as anybody reads; the rest is not looked for in a value that has so many. */
  private static final int MOST = 1_000;

  private final List<ValueFault> faults = new ArrayList<>();
  private int matches;

  void add(ValueFault fault) {
    if (faults.size() < MOST) {
      faults.add(fault);
    }
  }

  void pass() {
    matches++;
  }

  void merge(Verdict other) {
    other.faults.forEach(this::add);
    matches += other.matches;
  }

  boolean valid() {
    return faults.isEmpty();
  }

  int matches() {
    return matches;
  }

  List<ValueFault> faults() {
    return faults;
  }

  /** The same checks passed, nothing wrong: what was there before may stay. */
  Verdict forgiven() {
    return new Verdict();
  }
}
