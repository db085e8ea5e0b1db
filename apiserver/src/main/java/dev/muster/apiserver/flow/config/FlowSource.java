package dev.muster.apiserver.flow.config;

import dev.muster.kinds.flowcontrol.BuiltInFlows;

/** Where the configuration comes from. Thread-safe. */
@FunctionalInterface
public interface FlowSource {
  /** As of every change that was acknowledged before. */
  SchemasInForce inForce();

  /** Kubernetes' own, for good. */
  static FlowSource builtIn(PriorityLevels levels, FlowObserver observer) {
    SchemasInForce all =
        SchemasInForce.of(
            BuiltInFlows.of("PriorityLevelConfiguration"),
            BuiltInFlows.of("FlowSchema"),
            levels,
            observer);
    return () -> all;
  }
}
