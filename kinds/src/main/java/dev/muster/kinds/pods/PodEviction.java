package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.model.codec.Times;
import dev.muster.model.field.At;
import dev.muster.model.field.FieldError;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.PolicyV1.MutablePodDisruptionBudget;
import dev.muster.views.PolicyV1.MutablePodDisruptionBudgetStatus;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import dev.muster.views.PolicyV1.PodDisruptionBudgetStatus;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Decides whether a pod may be evicted, given the disruption budgets of its namespace. */
public final class PodEviction {
  private static final Set<String> UNGUARDED = Set.of("Succeeded", "Failed", "Pending");
  private static final int MAX_DISRUPTED = 2000;
  private static final int RETRY_SECONDS = 10;

  private PodEviction() {}

  /** What to do about an eviction. */
  public sealed interface Decision {
    /** The pod can be deleted; no budget is touched. */
    record Evict() implements Decision {}

    /** The pod can be deleted once the budget, which this eviction uses up, has been written. */
    record EvictWith(ObjectNode budget) implements Decision {}

    /** The pod stays; the status says why. */
    record Refuse(Status why) implements Decision {}
  }

  /** Decides; a budget that must be written comes back as a changed copy. */
  public static Decision decide(ObjectNode tree, List<ObjectNode> budgets, Instant now) {
    Pod pod = Pod.of(tree);
    String phase = pod.status().phase().text();
    if (UNGUARDED.contains(phase) || pod.metadata().deletionTimestamp().present()) {
      return new Decision.Evict();
    }
    At labels = pod.metadata().labels();
    List<PodDisruptionBudget> guards =
        budgets.stream()
            .map(PodDisruptionBudget::of)
            .filter(b -> b.spec().selector().present())
            .filter(b -> LabelSelectors.matches(b.spec().selector(), labels))
            .toList();
    if (guards.isEmpty()) {
      return new Decision.Evict();
    }
    if (guards.size() > 1) {
      return new Decision.Refuse(
          Status.of(
              500,
              "",
              "This pod has more than one PodDisruptionBudget, which the eviction subresource does"
                  + " not support."));
    }
    PodDisruptionBudget guard = guards.getFirst();
    return ready(pod) || !sparesUnready(guard) ? spend(guard, pod, now) : new Decision.Evict();
  }

  private static boolean ready(Pod pod) {
    return pod.status().conditions().stream()
        .anyMatch(c -> c.type().text().equals("Ready") && c.status().text().equals("True"));
  }

  /** Whether pods that are not ready may go without counting against the budget. */
  private static boolean sparesUnready(PodDisruptionBudget budget) {
    PodDisruptionBudgetStatus status = budget.status();
    long desired = status.desiredHealthy().number();
    return budget.spec().unhealthyPodEvictionPolicy().text().equals("AlwaysAllow")
        || (desired > 0 && status.currentHealthy().number() >= desired);
  }

  private static Decision spend(PodDisruptionBudget budget, Pod pod, Instant now) {
    PodDisruptionBudgetStatus status = budget.status();
    String name = budget.metadata().name().text();
    if (status.observedGeneration().number() < budget.metadata().generation().number()) {
      return tooMany(
          "The disruption budget " + name + " is still being processed by the server.",
          RETRY_SECONDS);
    }
    long allowed = status.disruptionsAllowed().number();
    if (allowed < 0) {
      return forbidden(name, "pdb disruptions allowed is negative");
    }
    if (status.disruptedPods().size() > MAX_DISRUPTED) {
      return forbidden(
          name, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    }
    if (allowed == 0) {
      return tooMany(
          "The disruption budget "
              + name
              + " needs "
              + status.desiredHealthy().number()
              + " healthy pods and has "
              + status.currentHealthy().number()
              + " currently",
          0);
    }
    MutablePodDisruptionBudget spent = MutablePodDisruptionBudget.copyOf(budget);
    MutablePodDisruptionBudgetStatus next = spent.status().ensure();
    next.disruptionsAllowed(allowed - 1);
    if (allowed == 1) {
      DisruptionAllowed.set(next.tree(), now);
    }
    next.disruptedPods().map().put(pod.metadata().name().text(), Times.seconds(now));
    return new Decision.EvictWith(spent.tree());
  }

  private static Decision forbidden(String budget, String why) {
    return new Decision.Refuse(Status.forbidden("policy", "poddisruptionbudget", budget, why));
  }

  private static Decision tooMany(String cause, int retrySeconds) {
    FieldError because = new FieldError("DisruptionBudget", "", cause);
    return new Decision.Refuse(
        new Status(
            429,
            "TooManyRequests",
            "Cannot evict pod as it would violate the pod's disruption budget.",
            new Status.Details("", "", "", "", List.of(because), retrySeconds)));
  }
}
