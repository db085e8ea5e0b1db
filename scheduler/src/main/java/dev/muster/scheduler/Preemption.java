package dev.muster.scheduler;

import dev.muster.views.CoreV1.Pod;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Less important pods that make way for one that fits nowhere. Functions only. */
final class Preemption {
  private static final String UNHELPFUL = "Preemption is not helpful for scheduling";
  private static final String NO_VICTIMS = "No preemption victims found for incoming pod";

  /** When so many nodes are found, or a tenth of all, no more are looked at. */
  private static final int FEWEST_CANDIDATES = 100;

  /** The more important first; of equals the one that has run for longer. */
  private static final Comparator<PlacedPod> IMPORTANCE =
      Comparator.comparingLong((PlacedPod p) -> -p.priority()).thenComparing(p -> started(p.pod()));

  private Preemption() {}

  /** What can be done for a pod. */
  sealed interface Outcome {
    /** These go, and the pod waits for their node. */
    record Victims(String node, List<Pod> pods) implements Outcome {}

    /**
     * Nobody goes, for a reason in kube-scheduler's words.
     *
     * @param waits whether those are still going whom the pod has sent away
     */
    record Nobody(String message, boolean waits) implements Outcome {}
  }

  /** Those who would have to leave a node, and how bad that is. */
  private record Candidate(String node, List<PlacedPod> victims, int violations) {
    long highest() {
      return victims.stream().mapToLong(PlacedPod::priority).max().orElse(Long.MIN_VALUE);
    }

    long sum() {
      return victims.stream().mapToLong(v -> v.priority() + (1L << 31)).sum();
    }

    /** When the most important of them began: who has just begun has the least to lose. */
    String latestStart() {
      return victims.stream()
          .filter(v -> v.priority() == highest())
          .map(v -> started(v.pod()))
          .min(Comparator.naturalOrder())
          .orElse("");
    }
  }

  private static String started(Pod pod) {
    return pod.status().startTime().text();
  }

  static Outcome of(PodFilters filters, Map<String, Misfit> misfits) {
    PlacedPod candidate = filters.candidate();
    Optional<Outcome.Nobody> barred = barred(candidate, misfits, filters);
    if (barred.isPresent()) {
      return barred.get();
    }
    DisruptionBudgets budgets = new DisruptionBudgets(filters.cluster().budgets().values());
    int enough = Math.max(FEWEST_CANDIDATES, misfits.size() / 10);
    List<Candidate> candidates = new ArrayList<>();
    Map<String, String> reasons = new LinkedHashMap<>();
    misfits.forEach(
        (name, misfit) -> {
          if (candidates.size() >= enough) {
            return;
          }
          if (misfit.helpless()) {
            reasons.put(name, UNHELPFUL);
            return;
          }
          NodeFit node = filters.node(name);
          List<PlacedPod> lower = lower(candidate, node);
          if (lower.isEmpty()) {
            reasons.put(name, NO_VICTIMS);
            return;
          }
          lower.forEach(pod -> filters.count(pod, node, -1));
          Optional<Misfit> left = filters.check(without(node, identical(lower)));
          if (left.isPresent()) {
            reasons.put(name, left.get().scheduler());
            lower.forEach(pod -> filters.count(pod, node, 1));
          } else {
            candidates.add(fewest(filters, node, lower, budgets));
          }
        });
    return candidates.stream()
        .min(
            Comparator.comparingInt(Candidate::violations)
                .thenComparingLong(Candidate::highest)
                .thenComparingLong(Candidate::sum)
                .thenComparingInt(c -> c.victims().size())
                .thenComparing(Candidate::latestStart, Comparator.reverseOrder())
                .thenComparing(Candidate::node))
        .<Outcome>map(
            best ->
                new Outcome.Victims(
                    best.node(), best.victims().stream().map(PlacedPod::pod).toList()))
        .orElseGet(
            () -> new Outcome.Nobody(Unschedulable.counted(List.copyOf(reasons.values())), false));
  }

  /** Pods that never preempt, or have done so and only have to wait. */
  private static Optional<Outcome.Nobody> barred(
      PlacedPod candidate, Map<String, Misfit> misfits, PodFilters filters) {
    Pod pod = candidate.pod();
    if (pod.spec().preemptionPolicy().text().equals("Never")) {
      return Optional.of(new Outcome.Nobody("not eligible due to preemptionPolicy=Never.", false));
    }
    String nominated = pod.status().nominatedNodeName().text();
    Misfit there = misfits.get(nominated);
    boolean waiting =
        filters.has(nominated)
            && (there == null || !there.helpless())
            && lower(candidate, filters.node(nominated)).stream()
                .anyMatch(p -> p.pod().isDeleted());
    return waiting
        ? Optional.of(
            new Outcome.Nobody(
                "not eligible due to a terminating pod on the nominated node.", true))
        : Optional.empty();
  }

  private static List<PlacedPod> lower(PlacedPod candidate, NodeFit node) {
    long own = candidate.priority();
    return node.pods().stream().filter(p -> p.priority() < own).toList();
  }

  private static NodeFit without(NodeFit node, Set<PlacedPod> gone) {
    return node.with(node.pods().stream().filter(p -> !gone.contains(p)).toList());
  }

  private static Set<PlacedPod> identical(List<PlacedPod> pods) {
    Set<PlacedPod> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(pods);
    return set;
  }

  /**
   * Lets as many stay as can, first those whose budgets would suffer, then the important.
   *
   * @param lower none of whom counts any more; all do again when this returns
   */
  private static Candidate fewest(
      PodFilters filters, NodeFit node, List<PlacedPod> lower, DisruptionBudgets budgets) {
    List<PlacedPod> sorted = lower.stream().sorted(IMPORTANCE).toList();
    List<PlacedPod> order = new ArrayList<>(budgets.violated(sorted));
    Set<PlacedPod> protectedOnes = identical(order);
    sorted.stream().filter(p -> !protectedOnes.contains(p)).forEach(order::add);
    Set<PlacedPod> gone = identical(lower);
    for (PlacedPod one : order) {
      gone.remove(one);
      filters.count(one, node, 1);
      if (filters.check(without(node, gone)).isPresent()) {
        filters.count(one, node, -1);
        gone.add(one);
      }
    }
    gone.forEach(pod -> filters.count(pod, node, 1));
    int violations = (int) protectedOnes.stream().filter(gone::contains).count();
    return new Candidate(node.name(), sorted.stream().filter(gone::contains).toList(), violations);
  }
}
