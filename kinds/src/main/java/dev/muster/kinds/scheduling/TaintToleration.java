package dev.muster.kinds.scheduling;

import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Taint;
import dev.muster.views.CoreV1.Toleration;
import java.util.List;
import java.util.Set;

/** What pods put up with of the taints of nodes. */
public final class TaintToleration {
  /** Of taints that keep new pods away. */
  public static final Set<String> KEEPING_AWAY = Set.of("NoSchedule", "NoExecute");

  private TaintToleration() {}

  /**
   * Whether the pod tolerates all taints that count.
   *
   * @param effects which ones count
   */
  public static boolean tolerated(PodSpec podSpec, List<Taint> taints, Set<String> effects) {
    return taints.stream()
        .allMatch(taint -> !effects.contains(taint.effect().text()) || tolerated(podSpec, taint));
  }

  /** Whether the pod tolerates a taint. */
  public static boolean tolerated(PodSpec podSpec, Taint taint) {
    for (Toleration toleration : podSpec.tolerations()) {
      if (tolerates(toleration, taint)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a taint is one that the toleration means. */
  public static boolean tolerates(Toleration toleration, Taint taint) {
    String effect = toleration.effect().text();
    if (!effect.isEmpty() && !effect.equals(taint.effect().text())) {
      return false;
    }
    String key = toleration.key().text();
    if (!key.isEmpty() && !key.equals(taint.key().text())) {
      return false;
    }
    return switch (toleration.operator().text()) {
      case "Exists" -> true;
      case "", "Equal" -> toleration.value().text().equals(taint.value().text());
      default -> false;
    };
  }
}
