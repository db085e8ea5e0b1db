package dev.muster.scheduler;

import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.Taint;
import dev.muster.views.CoreV1.Toleration;
import java.util.List;

/** Taints of nodes and what pods put up with. */
public final class TaintFilter {
  private TaintFilter() {}

  /** Whether the pod tolerates all taints that keep new pods away. */
  static boolean admitted(PodSpec podSpec, List<Taint> taints) {
    for (Taint taint : taints) {
      String effect = taint.effect().text();
      boolean keepsAway = effect.equals("NoSchedule") || effect.equals("NoExecute");
      if (keepsAway && !tolerated(podSpec, taint)) {
        return false;
      }
    }
    return true;
  }

  /** How many of the taints that new pods had better avoid the pod does not tolerate. */
  static int disliked(PodSpec podSpec, List<Taint> taints) {
    int count = 0;
    for (Taint taint : taints) {
      if (taint.effect().text().equals("PreferNoSchedule") && !tolerated(podSpec, taint)) {
        count++;
      }
    }
    return count;
  }

  public static boolean tolerated(PodSpec podSpec, Taint taint) {
    for (Toleration toleration : podSpec.tolerations()) {
      if (tolerates(toleration, taint)) {
        return true;
      }
    }
    return false;
  }

  static boolean tolerates(Toleration toleration, Taint taint) {
    String effect = toleration.effect().text();
    if (!effect.isEmpty() && !effect.equals(taint.effect().text())) {
      return false;
    }
    String key = toleration.key().text();
    if (!key.isEmpty() && !key.equals(taint.key().text())) {
      return false;
    }
    return switch (toleration.operator().textOr("Equal")) {
      case "Exists" -> true;
      case "", "Equal" -> !key.isEmpty() && toleration.value().text().equals(taint.value().text());
      default -> false;
    };
  }
}
