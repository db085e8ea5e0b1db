package dev.muster.controllers.podgc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodStatus;
import java.util.Comparator;
import java.util.List;

/** Pods that came to their end, of which only so many are kept. */
final class EndedPods {
  private EndedPods() {}

  /** Those beyond the limit: evicted ones first, then the oldest. */
  static List<ObjectNode> surplus(List<ObjectNode> pods, int kept) {
    List<ObjectNode> ended =
        pods.stream()
            .filter(pod -> isEnded(Pod.of(pod).phase()))
            .sorted(
                Comparator.comparing((ObjectNode pod) -> !isEvicted(pod))
                    .thenComparing(Meta.BY_AGE))
            .toList();
    return ended.subList(0, Math.max(0, ended.size() - kept));
  }

  /** Also in a phase that this version does not know. */
  private static boolean isEnded(String phase) {
    return switch (phase) {
      case "", "Pending", "Running", "Unknown" -> false;
      default -> true;
    };
  }

  private static boolean isEvicted(ObjectNode pod) {
    PodStatus status = Pod.of(pod).status();
    return status.phase().text().equals("Failed") && status.reason().text().equals("Evicted");
  }
}
