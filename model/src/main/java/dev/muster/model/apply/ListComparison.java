package dev.muster.model.apply;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.base.deadline.Deadline;
import dev.muster.model.apply.Comparison.Differences;
import dev.muster.model.apply.ListIndex.Item;
import org.jspecify.annotations.Nullable;

/** Compares lists whose elements are owned by themselves. */
final class ListComparison {
  private ListComparison() {}

  static void compare(Shape.Listed shape, JsonNode before, JsonNode after, Differences found) {
    ListIndex old = ListIndex.of(shape, before);
    ListIndex now = ListIndex.of(shape, after);
    for (Item item : old.items()) {
      item(shape, item, now.find(item.step()), found);
    }
    for (Item item : now.items()) {
      Deadline.check();
      if (old.find(item.step()) == null) {
        item(shape, null, item, found);
      }
    }
  }

  private static void item(
      Shape.Listed shape, @Nullable Item before, @Nullable Item after, Differences found) {
    Shape elements = shape.elements();
    boolean repeatedBefore = before != null && before.repeated();
    boolean repeatedAfter = after != null && after.repeated();
    if (before != null && after != null && repeatedBefore && repeatedAfter) {
      if (!before.elements().equals(after.elements())) {
        found.change(after.step(), true, null);
      }
    } else if (before != null && repeatedBefore) {
      found.remove(before.step(), true, null);
      if (after != null) {
        found.value(after.step(), elements, null, after.first());
      }
    } else if (after != null && repeatedAfter) {
      if (before != null) {
        found.value(before.step(), elements, before.first(), null);
      }
      found.change(after.step(), true, null);
    } else {
      PathElement step = before != null ? before.step() : after != null ? after.step() : null;
      if (step != null) {
        found.value(
            step,
            elements,
            before == null ? null : before.first(),
            after == null ? null : after.first());
      }
    }
  }
}
