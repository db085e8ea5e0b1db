package dev.muster.admission.psp;

import dev.muster.model.field.At;
import java.util.List;
import java.util.stream.Collectors;

/** User or group ids from {@code min} to {@code max}, both included. */
record IdRange(long min, long max) {

  static List<IdRange> of(At ranges) {
    return ranges.each().stream()
        .map(r -> new IdRange(r.get("min").number(), r.get("max").number()))
        .toList();
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
