package dev.muster.controllers.simulated;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.objects.Meta;

/** What a pod's annotations want said of it. */
final class Simulation {
  /** {@code Pending}, {@code Succeeded} or {@code Failed}; otherwise it runs. */
  static final String PHASE = "simulate.muster.dev/phase";

  /** With which code the containers of a failed pod, or those that were restarted, have ended. */
  static final String EXIT_CODE = "simulate.muster.dev/exit-code";

  /** How often its containers have started again. */
  static final String RESTARTS = "simulate.muster.dev/restarts";

  /** {@code false}: it runs and is not ready. */
  static final String READY = "simulate.muster.dev/ready";

  /** The USER of its containers' image. */
  static final String IMAGE_USER = "simulate.muster.dev/image-user";

  /** What the image has in {@code /etc/passwd}. */
  static final String IMAGE_PASSWD = "simulate.muster.dev/image-passwd";

  /** What the image has in {@code /etc/group}. */
  static final String IMAGE_GROUP = "simulate.muster.dev/image-group";

  /** How a pod is. */
  enum Phase {
    Pending,
    Running,
    Succeeded,
    Failed;

    boolean hasEnded() {
      return this == Succeeded || this == Failed;
    }
  }

  private Simulation() {}

  static Phase phase(JsonNode pod) {
    return switch (Meta.annotation(pod, PHASE)) {
      case "Pending" -> Phase.Pending;
      case "Succeeded" -> Phase.Succeeded;
      case "Failed" -> Phase.Failed;
      default -> Phase.Running;
    };
  }

  static boolean isReady(JsonNode pod) {
    return !Meta.annotation(pod, READY).equals("false");
  }

  static int restarts(JsonNode pod) {
    return number(Meta.annotation(pod, RESTARTS), 0);
  }

  static int exitCode(JsonNode pod) {
    return number(Meta.annotation(pod, EXIT_CODE), 1);
  }

  private static int number(String text, int otherwise) {
    return text.matches("\\d{1,6}") ? Integer.parseInt(text) : otherwise;
  }
}
