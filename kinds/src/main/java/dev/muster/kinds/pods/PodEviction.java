package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.meta.LabelSelectors;
import dev.muster.model.codec.Times;
import dev.muster.model.field.At;
import dev.muster.model.field.FieldError;
import dev.muster.model.status.Status;
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
  public static Decision decide(ObjectNode pod, List<ObjectNode> budgets, Instant now) {
    String phase = Children.text(pod.path("status"), "phase");
    if (UNGUARDED.contains(phase) || pod.path("metadata").has("deletionTimestamp")) {
      return new Decision.Evict();
    }
    At labels = At.root(pod).get("metadata", "labels");
    List<ObjectNode> guards =
        budgets.stream()
            .filter(b -> b.path("spec").has("selector"))
            .filter(b -> LabelSelectors.matches(At.root(b).get("spec", "selector"), labels))
            .toList();
    if (guards.isEmpty()) {
      return new Decision.Evict();
    }
    if (guards.size() > 1) {
      return new Decision.Refuse(
          Status.of(
              500,
              "",
              "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support."));
    }
    ObjectNode guard = guards.getFirst();
    return ready(pod) || !sparesUnready(guard) ? spend(guard, pod, now) : new Decision.Evict();
  }

  private static boolean ready(ObjectNode pod) {
    return Children.each(pod.path("status"), "conditions").stream()
        .anyMatch(
            c ->
                Children.text(c, "type").equals("Ready")
                    && Children.text(c, "status").equals("True"));
  }

  /** Whether pods that are not ready may go without counting against the budget. */
  private static boolean sparesUnready(ObjectNode budget) {
    JsonNode status = budget.path("status");
    long desired = Children.number(status, "desiredHealthy");
    return Children.text(budget.path("spec"), "unhealthyPodEvictionPolicy").equals("AlwaysAllow")
        || (desired > 0 && Children.number(status, "currentHealthy") >= desired);
  }

  private static Decision spend(ObjectNode budget, ObjectNode pod, Instant now) {
    JsonNode status = budget.path("status");
    String name = budget.path("metadata").path("name").asText();
    if (Children.number(status, "observedGeneration")
        < Children.number(budget.path("metadata"), "generation")) {
      return tooMany(
          "The disruption budget " + name + " is still being processed by the server.",
          RETRY_SECONDS);
    }
    long allowed = Children.number(status, "disruptionsAllowed");
    if (allowed < 0) {
      return forbidden(name, "pdb disruptions allowed is negative");
    }
    if (status.path("disruptedPods").size() > MAX_DISRUPTED) {
      return forbidden(
          name, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    }
    if (allowed == 0) {
      return tooMany(
          "The disruption budget "
              + name
              + " needs "
              + Children.number(status, "desiredHealthy")
              + " healthy pods and has "
              + Children.number(status, "currentHealthy")
              + " currently",
          0);
    }
    ObjectNode spent = budget.deepCopy();
    ObjectNode next = Children.ensure(spent, "status");
    next.put("disruptionsAllowed", allowed - 1);
    if (allowed == 1) {
      DisruptionAllowed.set(next, now);
    }
    Children.ensure(next, "disruptedPods")
        .put(pod.path("metadata").path("name").asText(), Times.seconds(now));
    return new Decision.EvictWith(spent);
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
