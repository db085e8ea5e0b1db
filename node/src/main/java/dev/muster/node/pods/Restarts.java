package dev.muster.node.pods;

import dev.muster.node.pod.Container;
import dev.muster.node.pod.Pod;
import dev.muster.node.runtime.ContainerView;

/** Whether a container that has ended is started again. */
final class Restarts {
  private Restarts() {}

  static boolean wanted(Pod pod, Container container, ContainerView ended) {
    String own = container.tree().path("restartPolicy").asText();
    return switch (own.isEmpty() ? pod.restartPolicy() : own) {
      case "Never" -> false;
      case "OnFailure" -> !ended.succeeded();
      default -> true;
    };
  }
}
