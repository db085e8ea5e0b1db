package dev.muster.kinds.pods;

import dev.muster.model.codec.Seconds;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodSpec;
import java.util.OptionalLong;

/** How long a pod gets to end by itself. */
public final class PodDeletion {
  private PodDeletion() {}

  /**
   * The seconds until the pod is gone; zero means now. A pod that no node runs, or that has ended,
   * goes at once, whatever was asked for.
   */
  public static long graceSeconds(Pod pod, OptionalLong requested) {
    PodSpec spec = pod.spec();
    String phase = pod.status().phase().text();
    if (spec.nodeName().text().isEmpty() || phase.equals("Failed") || phase.equals("Succeeded")) {
      return 0;
    }
    long period = requested.orElse(spec.terminationGracePeriodSeconds().number());
    return period < 0 ? 1 : Seconds.bounded(period);
  }
}
