package dev.muster.model.patch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.model.status.Status;

/**
 * The work that one patch may cause. A patch that goes over every list and every moved value once
 * stays far below; one that goes over the same long list again and again is refused. Not
 * thread-safe: one instance, one patch.
 */
final class PatchEffort {
  /** Elements looked at or moved. */
  private static final long MOST_STEPS = 3_000_000;

  /** As deep as objects are kept. */
  private static final int DEEPEST = 1_000;

  private long left = MOST_STEPS;

  /**
   * Elements are about to be gone over.
   *
   * @throws dev.muster.model.status.ApiException 413 when it becomes too many
   */
  void spend(long steps) {
    left -= steps;
    if (left < 0) {
      throw Status.tooLarge("the patch goes over the object's lists too often").exception();
    }
  }

  /** A value comes to stand below so many steps, with all that it holds. */
  void place(JsonNode value, int steps) {
    spend(1);
    if (steps > DEEPEST) {
      throw PatchFault.inapplicable();
    }
    for (JsonNode part : value) {
      place(part, steps + 1);
    }
  }
}
