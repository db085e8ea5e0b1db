package dev.muster.kinds.policy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.field.At;

/** A disruption budget's spec as a message shows it. */
final class BudgetShown {
  private static final String[][] FIELDS = {
    {"minAvailable", "MinAvailable"},
    {"selector", "Selector"},
    {"maxUnavailable", "MaxUnavailable"},
    {"unhealthyPodEvictionPolicy", "UnhealthyPodEvictionPolicy"}
  };

  private BudgetShown() {}

  static String of(At spec) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (String[] field : FIELDS) {
      out.set(field[1], spec.has(field[0]) ? spec.get(field[0]).node() : out.nullNode());
    }
    return out.toString();
  }
}
