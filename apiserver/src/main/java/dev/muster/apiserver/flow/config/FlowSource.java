package dev.muster.apiserver.flow.config;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.flowcontrol.BuiltInFlows;
import java.util.List;

/** Where the configuration comes from. Thread-safe. */
@FunctionalInterface
public interface FlowSource {
  /** As of every change that was acknowledged before. */
  SchemasInForce inForce();

  /** Kubernetes' own, for good. */
  static FlowSource builtIn(PriorityLevels levels, FlowObserver observer) {
    SchemasInForce all =
        SchemasInForce.of(
            of("PriorityLevelConfiguration"), of("FlowSchema"), levels, observer);
    return () -> all;
  }

  private static List<ObjectNode> of(String kind) {
    return BuiltInFlows.all().stream()
        .filter(flow -> flow.path("kind").asText().equals(kind))
        .toList();
  }
}
