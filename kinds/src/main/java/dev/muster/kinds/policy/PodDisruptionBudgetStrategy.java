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
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import dev.muster.views.PolicyV1.PodDisruptionBudgetSpec;
import dev.muster.views.PolicyV1.PodDisruptionBudgetStatus;
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
    PodDisruptionBudgetSpec spec = PodDisruptionBudget.of(object).spec();
    At available = spec.minAvailable();
    At unavailable = spec.maxUnavailable();
    if (available.present() && unavailable.present()) {
      errors.invalid(
          spec.at().path(),
          BudgetShown.of(spec),
          "minAvailable and maxUnavailable cannot be both set");
    }
    for (At share : List.of(available, unavailable)) {
      if (share.present()) {
        Share.validate(share, errors);
        Share.validateNotMoreThanAll(share, errors);
      }
    }
    LabelSelectors.validate(spec.selector(), errors, strictness);
    At eviction = spec.unhealthyPodEvictionPolicy();
    if (eviction.present() && !EVICTION.contains(eviction.text())) {
      errors.unsupported(eviction, EVICTION);
    }
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode old, Errors errors) {
    boolean odd = LabelSelectors.hasOddValues(PodDisruptionBudget.of(old).spec().selector());
    validate(object, errors, odd ? Strictness.ANY_VALUES : Strictness.FULL);
  }

  @Override
  public void validateSubresourceUpdate(
      String subresource, ObjectNode object, ObjectNode old, Errors errors) {
    PodDisruptionBudgetStatus status = PodDisruptionBudget.of(object).status();
    Conditions.validate(status.conditions(), errors);
    Numbers.validateNotNegative(
        errors,
        status.disruptionsAllowed(),
        status.currentHealthy(),
        status.desiredHealthy(),
        status.expectedPods());
  }

  @Override
  public boolean allowsUnconditionalUpdate() {
    return false;
  }
}
