package dev.muster.scheduler;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The sentence that tells why no node takes a pod. */
final class Unschedulable {
  private Unschedulable() {}

  /** Before anybody was asked to make way. */
  static String message(Collection<Misfit> misfits) {
    return misfits.isEmpty()
        ? "no nodes available to schedule pods"
        : counted(misfits.stream().map(Misfit::scheduler).toList());
  }

  /** When nobody can. */
  static String message(Collection<Misfit> misfits, Preemption.Outcome.Nobody nobody) {
    return misfits.isEmpty()
        ? message(misfits)
        : message(misfits) + " no new claims to deallocate, preemption: " + nobody.message();
  }

  /** How many nodes each reason holds for. */
  static String counted(List<String> reasons) {
    Map<String, Long> counts =
        reasons.stream()
            .collect(Collectors.groupingBy(r -> r, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(e -> e.getValue() + " " + e.getKey())
        .sorted()
        .collect(Collectors.joining(", ", "0/" + reasons.size() + " nodes are available: ", "."));
  }
}
