package dev.muster.scheduler;

import dev.muster.model.podspec.Pod;
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

  /** The more important first; of equals the one that has run for longer. */
  private static final Comparator<PlacedPod> IMPORTANCE =
      Comparator.comparingLong((PlacedPod p) -> -priority(p.pod()))
          .thenComparing(p -> started(p.pod()));

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
      return victims.stream().mapToLong(v -> priority(v.pod())).max().orElse(Long.MIN_VALUE);
    }

    long sum() {
      return victims.stream().mapToLong(v -> priority(v.pod()) + (1L << 31)).sum();
    }

    /** When the most important of them began: who has just begun has the least to lose. */
    String latestStart() {
      return victims.stream()
          .filter(v -> priority(v.pod()) == highest())
          .map(v -> started(v.pod()))
          .min(Comparator.naturalOrder())
          .orElse("");
    }
  }

  static long priority(Pod pod) {
    return pod.spec().path("priority").asLong();
  }

  private static String started(Pod pod) {
    return pod.status().path("startTime").asText();
  }

  static Outcome of(PlacedPod candidate, Map<String, Misfit> misfits, ClusterSnapshot snapshot) {
    Optional<Outcome.Nobody> barred = barred(candidate.pod(), misfits, snapshot);
    if (barred.isPresent()) {
      return barred.get();
    }
    List<Candidate> candidates = new ArrayList<>();
    Map<String, String> reasons = new LinkedHashMap<>();
    misfits.forEach(
        (node, misfit) -> {
          if (misfit.helpless()) {
            reasons.put(node, UNHELPFUL);
            return;
          }
          List<PlacedPod> lower = lower(candidate.pod(), snapshot.node(node));
          if (lower.isEmpty()) {
            reasons.put(node, NO_VICTIMS);
            return;
          }
          Optional<Misfit> left = without(snapshot, node, identical(lower)).check(candidate, node);
          if (left.isPresent()) {
            reasons.put(node, left.get().scheduler());
          } else {
            candidates.add(fewest(candidate, node, lower, snapshot));
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
      Pod pod, Map<String, Misfit> misfits, ClusterSnapshot snapshot) {
    if (pod.spec().path("preemptionPolicy").asText().equals("Never")) {
      return Optional.of(new Outcome.Nobody("not eligible due to preemptionPolicy=Never.", false));
    }
    String nominated = pod.status().path("nominatedNodeName").asText();
    Misfit there = misfits.get(nominated);
    boolean waiting =
        snapshot.has(nominated)
            && (there == null || !there.helpless())
            && lower(pod, snapshot.node(nominated)).stream().anyMatch(p -> p.pod().isDeleted());
    return waiting
        ? Optional.of(
            new Outcome.Nobody(
                "not eligible due to a terminating pod on the nominated node.", true))
        : Optional.empty();
  }

  private static List<PlacedPod> lower(Pod pod, NodeFit node) {
    return node.pods().stream().filter(p -> priority(p.pod()) < priority(pod)).toList();
  }

  private static ClusterSnapshot without(
      ClusterSnapshot snapshot, String node, Set<PlacedPod> gone) {
    return snapshot.with(
        node, snapshot.node(node).pods().stream().filter(p -> !gone.contains(p)).toList());
  }

  private static Set<PlacedPod> identical(List<PlacedPod> pods) {
    Set<PlacedPod> set = Collections.newSetFromMap(new IdentityHashMap<>());
    set.addAll(pods);
    return set;
  }

  /** Lets as many stay as can, first those whose budgets would suffer, then the important. */
  private static Candidate fewest(
      PlacedPod candidate, String node, List<PlacedPod> lower, ClusterSnapshot snapshot) {
    List<PlacedPod> sorted = lower.stream().sorted(IMPORTANCE).toList();
    List<PlacedPod> order =
        new ArrayList<>(new DisruptionBudgets(snapshot.budgets()).violated(sorted));
    Set<PlacedPod> protectedOnes = identical(order);
    sorted.stream().filter(p -> !protectedOnes.contains(p)).forEach(order::add);
    Set<PlacedPod> gone = identical(lower);
    for (PlacedPod one : order) {
      gone.remove(one);
      if (without(snapshot, node, gone).check(candidate, node).isPresent()) {
        gone.add(one);
      }
    }
    int violations = (int) protectedOnes.stream().filter(gone::contains).count();
    return new Candidate(node, sorted.stream().filter(gone::contains).toList(), violations);
  }
}
