package dev.muster.kinds.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.codec.Seconds;
import java.util.OptionalLong;

/** How long a pod gets to end by itself. */
public final class PodDeletion {
  private PodDeletion() {}

  /**
   * The seconds until the pod is gone; zero means now. A pod that no node runs, or that has ended,
   * goes at once, whatever was asked for.
   */
  public static long graceSeconds(ObjectNode pod, OptionalLong requested) {
    JsonNode spec = pod.path("spec");
    String phase = pod.path("status").path("phase").asText();
    if (Children.text(spec, "nodeName").isEmpty()
        || phase.equals("Failed")
        || phase.equals("Succeeded")) {
      return 0;
    }
    long period = requested.orElse(Children.number(spec, "terminationGracePeriodSeconds"));
    return period < 0 ? 1 : Seconds.bounded(period);
  }
}
