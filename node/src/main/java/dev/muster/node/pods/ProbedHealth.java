package dev.muster.node.pods;

import dev.muster.node.probes.Probes;
import dev.muster.node.runtime.ContainerView;
import java.util.Optional;

/** Health as the probes have it; a container that is not probed yet has not started. */
record ProbedHealth(Probes probes) implements PodHealth {
  @Override
  public boolean started(ContainerView container) {
    return probes.started(container);
  }

  @Override
  public boolean ready(ContainerView container) {
    return probes.ready(container);
  }

  @Override
  public Optional<String> deadly(ContainerView container) {
    return probes.deadly(container);
  }
}
