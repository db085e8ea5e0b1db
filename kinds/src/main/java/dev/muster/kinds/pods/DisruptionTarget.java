package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Times;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.MutablePodCondition;
import dev.muster.views.CoreV1.MutablePodStatus;
import java.time.Instant;

/** The condition of a pod that is about to go for a reason that is not its own. */
public final class DisruptionTarget {
  private static final String TYPE = "DisruptionTarget";

  private DisruptionTarget() {}

  /** Sets it; the time of the last change stays as long as it is as it was. */
  public static void set(ObjectNode pod, String reason, String message, Instant now) {
    MutablePodStatus status = MutablePod.of(pod).status().ensure();
    MutablePodCondition target =
        status.conditions().each().stream()
            .filter(condition -> condition.type().text().equals(TYPE))
            .reduce((first, last) -> last)
            .orElseGet(() -> status.conditions().add().type(TYPE));
    if (!target.status().text().equals("True")) {
      target.status("True").lastTransitionTime(Times.seconds(now));
    }
    target.reason(reason).message(message);
  }
}
