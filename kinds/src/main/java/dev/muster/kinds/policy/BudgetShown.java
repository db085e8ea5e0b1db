package dev.muster.kinds.policy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.PolicyV1.PodDisruptionBudgetSpec;

/** A disruption budget's spec as a message shows it. */
final class BudgetShown {
  private static final String[][] FIELDS = {
    {"minAvailable", "MinAvailable"},
    {"selector", "Selector"},
    {"maxUnavailable", "MaxUnavailable"},
    {"unhealthyPodEvictionPolicy", "UnhealthyPodEvictionPolicy"}
  };

  private BudgetShown() {}

  static String of(PodDisruptionBudgetSpec spec) {
    ObjectNode out = JsonNodeFactory.instance.objectNode();
    for (String[] field : FIELDS) {
      out.set(field[1], spec.at().has(field[0]) ? spec.at().get(field[0]).node() : out.nullNode());
    }
    return out.toString();
  }
}
