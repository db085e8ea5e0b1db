package dev.muster.node.machine;

import dev.muster.cri.v1.RuntimeCondition;
import dev.muster.cri.v1.RuntimeHandler;
import dev.muster.cri.v1.StatusResponse;
import dev.muster.cri.v1.VersionResponse;
import dev.muster.node.runtime.RuntimeCalls;
import dev.muster.node.runtime.RuntimeProblem;
import java.util.List;
import java.util.Optional;

/**
 * What the runtime says about itself.
 *
 * @param problem why it cannot run containers; empty if it can
 * @param network why it cannot give pods a network; empty if it can
 */
public record RuntimeInfo(
    String name,
    String version,
    boolean supplementalGroupsPolicy,
    List<RuntimeHandler> handlers,
    Optional<String> problem,
    Optional<String> network) {
  public RuntimeInfo {
    handlers = List.copyOf(handlers);
  }

  public static RuntimeInfo of(RuntimeCalls runtime) throws RuntimeProblem {
    VersionResponse version = runtime.version();
    StatusResponse status = runtime.status();
    return new RuntimeInfo(
        version.getRuntimeName(),
        version.getRuntimeVersion(),
        status.getFeatures().getSupplementalGroupsPolicy(),
        status.getRuntimeHandlersList(),
        problem(status, "RuntimeReady", "container runtime not ready"),
        problem(status, "NetworkReady", "container runtime network not ready"));
  }

  private static Optional<String> problem(StatusResponse status, String type, String words) {
    for (RuntimeCondition condition : status.getStatus().getConditionsList()) {
      if (condition.getType().equals(type)) {
        return condition.getStatus()
            ? Optional.empty()
            : Optional.of(
                words
                    + ": "
                    + type
                    + "=false reason:"
                    + condition.getReason()
                    + " message:"
                    + condition.getMessage());
      }
    }
    return Optional.of(words + ": the runtime says nothing of " + type);
  }
}
