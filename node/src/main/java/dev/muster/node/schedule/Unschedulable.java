package dev.muster.node.schedule;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The sentence that tells why no node takes a pod. */
final class Unschedulable {
  private Unschedulable() {}

  static String message(List<Misfit> misfits) {
    if (misfits.isEmpty()) {
      return "no nodes available to schedule pods";
    }
    String head = "0/" + misfits.size() + " nodes are available: ";
    return head
        + counted(misfits.stream().map(Misfit::scheduler).toList())
        + ". no new claims to deallocate, preemption: "
        + head
        + counted(
            misfits.stream()
                .map(
                    m ->
                        m.helpless()
                            ? "Preemption is not helpful for scheduling"
                            : "No preemption victims found for incoming pod")
                .toList())
        + ".";
  }

  private static String counted(List<String> reasons) {
    Map<String, Long> counts =
        reasons.stream()
            .collect(Collectors.groupingBy(r -> r, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(e -> e.getValue() + " " + e.getKey())
        .sorted()
        .collect(Collectors.joining(", "));
  }
}
