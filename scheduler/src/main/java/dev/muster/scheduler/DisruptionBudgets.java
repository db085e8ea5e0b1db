package dev.muster.scheduler;

import dev.muster.model.selector.LabelSelector;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** How many pods of each budget may go. */
final class DisruptionBudgets {
  private record Budget(PodDisruptionBudget object, LabelSelector selector) {
    boolean protects(PlacedPod each) {
      return selector.matches(each.labels())
          && !object.status().disruptedPods().has(each.pod().name());
    }
  }

  private final Map<String, List<Budget>> byNamespace = new HashMap<>();

  DisruptionBudgets(Collection<PodDisruptionBudget> budgets) {
    for (PodDisruptionBudget budget : budgets) {
      LabelSelector selector = LabelSelector.of(budget.spec().selector().tree());
      if (!selector.isEmpty()) {
        byNamespace
            .computeIfAbsent(budget.metadata().namespace().text(), n -> new ArrayList<>())
            .add(new Budget(budget, selector));
      }
    }
  }

  /** Those of the pods that no budget has room for any more, if all go in this order. */
  List<PlacedPod> violated(List<PlacedPod> pods) {
    IdentityHashMap<Budget, Long> left = new IdentityHashMap<>();
    List<PlacedPod> violated = new ArrayList<>();
    for (PlacedPod each : pods) {
      boolean violates = false;
      for (Budget budget : byNamespace.getOrDefault(each.namespace(), List.of())) {
        if (budget.protects(each)) {
          long allowed = budget.object().status().disruptionsAllowed().number();
          violates |= left.merge(budget, allowed - 1, (now, unused) -> now - 1) < 0;
        }
      }
      if (violates) {
        violated.add(each);
      }
    }
    return violated;
  }
}
