package dev.muster.node.pods;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.node.runtime.ContainerView;
import dev.muster.views.ContainerSpec;
import dev.muster.views.CoreV1.ContainerRestartRule;
import dev.muster.views.CoreV1.ContainerRestartRuleOnExitCodes;
import dev.muster.views.CoreV1.Pod;

/** Whether a container that has ended is started again: its own policy counts before the pod's. */
final class Restarts {
  /** What counts as the exit code of a container that was lost. */
  private static final int LOST = 137;

  private Restarts() {}

  static boolean wanted(Pod pod, ContainerSpec container, ContainerView ended) {
    boolean lost = ended.exitCode() == 0 && !ended.succeeded();
    return wanted(pod, container, lost ? LOST : ended.exitCode());
  }

  static boolean wanted(Pod pod, ContainerSpec container, int exitCode) {
    for (ContainerRestartRule rule : container.spec().restartPolicyRules()) {
      if (matches(rule.exitCodes(), exitCode)) {
        return true;
      }
    }
    return switch (policy(pod, container)) {
      case "Never" -> false;
      case "OnFailure" -> exitCode != 0;
      default -> true;
    };
  }

  /** Whether a container that is killed for a failed probe comes back; no rule has a say in it. */
  static boolean afterProbe(Pod pod, ContainerSpec container) {
    return !policy(pod, container).equals("Never");
  }

  private static String policy(Pod pod, ContainerSpec container) {
    String own = container.spec().restartPolicy().text();
    return own.isEmpty() ? pod.restartPolicy() : own;
  }

  private static boolean matches(ContainerRestartRuleOnExitCodes codes, int exitCode) {
    boolean listed = false;
    for (JsonNode value : codes.values().node()) {
      listed |= value.asInt() == exitCode;
    }
    return switch (codes.operator().text()) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      default -> false;
    };
  }
}
