package dev.muster.controllers.podgc;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import java.util.Comparator;
import java.util.List;

/** Pods that came to their end, of which only so many are kept. */
final class EndedPods {
  private EndedPods() {}

  /** Those beyond the limit: evicted ones first, then the oldest. */
  static List<ObjectNode> surplus(List<ObjectNode> pods, int kept) {
    List<ObjectNode> ended =
        pods.stream()
            .filter(pod -> isEnded(pod.path("status").path("phase").asText("")))
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
    return pod.path("status").path("phase").asText().equals("Failed")
        && pod.path("status").path("reason").asText().equals("Evicted");
  }
}
