package dev.muster.admission.psp;

import dev.muster.views.PolicyV1beta1.IDRange;
import java.util.List;
import java.util.stream.Collectors;

/** User or group ids from {@code min} to {@code max}, both included. */
record IdRange(long min, long max) {

  static List<IdRange> of(List<IDRange> ranges) {
    return ranges.stream().map(r -> new IdRange(r.min().number(), r.max().number())).toList();
  }

  boolean holds(long id) {
    return id >= min && id <= max;
  }

  /** Several ranges as messages show them. */
  static String shown(List<IdRange> ranges) {
    return ranges.stream().map(IdRange::toString).collect(Collectors.joining(" ", "[", "]"));
  }

  @Override
  public String toString() {
    return "{" + min + " " + max + "}";
  }
}
