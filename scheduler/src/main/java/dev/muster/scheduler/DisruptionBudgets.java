package dev.muster.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.podspec.Pod;
import dev.muster.model.selector.LabelSelector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;

/** How many pods of each budget may go. */
final class DisruptionBudgets {
  private final Collection<ObjectNode> budgets;

  DisruptionBudgets(Collection<ObjectNode> budgets) {
    this.budgets = budgets;
  }

  /** Those of the pods that no budget has room for any more, if all go in this order. */
  List<PlacedPod> violated(List<PlacedPod> pods) {
    IdentityHashMap<ObjectNode, Long> left = new IdentityHashMap<>();
    List<PlacedPod> violated = new ArrayList<>();
    for (PlacedPod each : pods) {
      boolean violates = false;
      for (ObjectNode budget : budgets) {
        if (!protects(budget, each.pod())) {
          continue;
        }
        long allowed = budget.path("status").path("disruptionsAllowed").asLong();
        if (left.merge(budget, allowed - 1, (now, unused) -> now - 1) < 0) {
          violates = true;
        }
      }
      if (violates) {
        violated.add(each);
      }
    }
    return violated;
  }

  private static boolean protects(ObjectNode budget, Pod pod) {
    JsonNode selector = budget.path("spec").path("selector");
    return budget.path("metadata").path("namespace").asText().equals(pod.namespace())
        && !LabelSelector.of(selector).isEmpty()
        && LabelSelector.of(selector).matches(pod.labels())
        && !budget.path("status").path("disruptedPods").has(pod.name());
  }
}
