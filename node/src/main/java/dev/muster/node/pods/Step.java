package dev.muster.node.pods;

import dev.muster.node.runtime.ContainerView;
import dev.muster.views.ContainerSpec;
import java.util.List;
import java.util.Optional;

/** What is to be done for a pod next. */
sealed interface Step {
  /** Whatever still runs of the pod is killed, and a new sandbox is made. */
  record NewSandbox(int attempt) implements Step {}

  /** Containers are killed and started; either may be empty. */
  record Containers(List<Kill> kills, List<ContainerSpec> starts) implements Step {}

  /** Nothing will ever run again: what is left is ended. */
  record End() implements Step {}

  /**
   * A container that has to go.
   *
   * @param why for the event
   * @param probe whose verdict it is: {@code livenessProbe} or {@code startupProbe}
   */
  record Kill(ContainerView container, String why, Optional<String> probe) {}
}
