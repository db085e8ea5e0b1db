package dev.muster.kinds.policy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.PolicyV1beta1.IDRange;
import dev.muster.views.ViewList;

/** Ranges of user and group ids. */
final class IdRanges {
  private IdRanges() {}

  static void validate(IDRange range, Errors errors) {
    At min = range.min();
    At max = range.max();
    if (min.number() < 0) {
      errors.invalid(min, "min cannot be negative");
    }
    if (max.number() < 0) {
      errors.invalid(max, "max cannot be negative");
    }
    if (min.number() > max.number()) {
      errors.invalid(min, "min cannot be greater than max");
    }
  }

  /** The ranges as a message shows them. */
  static String shown(ViewList<IDRange> ranges) {
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    for (IDRange range : ranges) {
      out.addObject().put("Min", range.min().number()).put("Max", range.max().number());
    }
    return out.toString();
  }
}
