package dev.muster.kinds.policy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.apps.Share;
import dev.muster.kinds.meta.Conditions;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.kinds.meta.LabelSelectors.Strictness;
import dev.muster.kinds.meta.Numbers;
import dev.muster.kinds.meta.SpecAndStatus;
import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.List;

/** Disruption budgets. */
public final class PodDisruptionBudgetStrategy extends SpecAndStatus {
  private static final List<String> EVICTION = List.of("AlwaysAllow", "IfHealthyBudget");

  public PodDisruptionBudgetStrategy() {
    super("policy/v1.PodDisruptionBudget", true);
  }

  @Override
  public void validate(ObjectNode object, Errors errors) {
    validate(object, errors, Strictness.FULL);
  }

  private static void validate(ObjectNode object, Errors errors, Strictness strictness) {
    At spec = At.root(object).get("spec");
    At available = spec.get("minAvailable");
    At unavailable = spec.get("maxUnavailable");
    if (available.present() && unavailable.present()) {
      errors.invalid(
          spec.path(), BudgetShown.of(spec), "minAvailable and maxUnavailable cannot be both set");
    }
    for (At share : List.of(available, unavailable)) {
      if (share.present()) {
        Share.validate(share, errors);
        Share.validateNotMoreThanAll(share, errors);
      }
    }
    LabelSelectors.validate(spec.get("selector"), errors, strictness);
    At eviction = spec.get("unhealthyPodEvictionPolicy");
    if (eviction.present() && !EVICTION.contains(eviction.text())) {
      errors.unsupported(eviction, EVICTION);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    boolean odd = LabelSelectors.hasOddValues(At.root(old).get("spec", "selector"));
    validate(object, errors, odd ? Strictness.ANY_VALUES : Strictness.FULL);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    At status = At.root(object).get("status");
    Conditions.validate(status.get("conditions"), errors);
    Numbers.validateNotNegative(
        status, errors, "disruptionsAllowed", "currentHealthy", "desiredHealthy", "expectedPods");
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
