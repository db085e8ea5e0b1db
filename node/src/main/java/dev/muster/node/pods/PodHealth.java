package dev.muster.node.pods;

import dev.muster.node.runtime.ContainerView;
import java.util.Optional;

/** What probes say about running containers. */
interface PodHealth {
  /** Whether it has started up; true for those without a startup probe. */
  boolean started(ContainerView container);

  boolean ready(ContainerView container);

  /** {@code liveness} or {@code startup} if that probe has given it up. */
  Optional<String> deadly(ContainerView container);
}
