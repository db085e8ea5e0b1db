package dev.muster.node.probes;

import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.Probe;
import java.util.function.Function;

/** The three questions: has it started, is it alive, can it serve. */
enum ProbeType {
  STARTUP("Startup", Container::startupProbe),
  LIVENESS("Liveness", Container::livenessProbe),
  READINESS("Readiness", Container::readinessProbe);

  final String words;
  private final Function<Container, Probe> probe;

  ProbeType(String words, Function<Container, Probe> probe) {
    this.words = words;
    this.probe = probe;
  }

  /** A container's probe; absent if it has none. */
  Probe of(ContainerSpec container) {
    return probe.apply(container.spec());
  }
}
