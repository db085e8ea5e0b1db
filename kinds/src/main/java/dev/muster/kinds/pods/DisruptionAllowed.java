package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.views.MetaV1.MutableCondition;
import dev.muster.views.PolicyV1.MutablePodDisruptionBudgetStatus;
import java.time.Instant;

/** The condition of a PodDisruptionBudget that says whether a pod may be evicted now. */
public final class DisruptionAllowed {
  private static final String TYPE = "DisruptionAllowed";

  private DisruptionAllowed() {}

  /** As {@code disruptionsAllowed} in this status says. */
  public static void set(ObjectNode status, Instant now) {
    boolean allowed = MutablePodDisruptionBudgetStatus.of(status).disruptionsAllowed().number() > 0;
    set(status, allowed, allowed ? "SufficientPods" : "InsufficientPods", "", now);
  }

  /** The time of the last change stays as long as it is as it was. */
  public static void set(
      ObjectNode tree, boolean allowed, String reason, String message, Instant now) {
    MutablePodDisruptionBudgetStatus status = MutablePodDisruptionBudgetStatus.of(tree);
    String wanted = allowed ? "True" : "False";
    MutableCondition condition =
        status.conditions().each().stream()
            .filter(one -> one.type().text().equals(TYPE))
            .findFirst()
            .orElseGet(() -> status.conditions().add());
    if (!condition.status().text().equals(wanted)) {
      condition.lastTransitionTime(Times.seconds(now));
    }
    condition.type(TYPE).status(wanted).reason(reason).message(message);
    if (status.observedGeneration().present()) {
      condition.observedGeneration(status.observedGeneration().number());
    }
  }
}
