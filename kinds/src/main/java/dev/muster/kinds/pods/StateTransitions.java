package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import dev.muster.views.CoreV1.Container;
import dev.muster.views.CoreV1.ContainerRestartRuleOnExitCodes;
import dev.muster.views.CoreV1.ContainerStateTerminated;
import dev.muster.views.CoreV1.ContainerStatus;
import dev.muster.views.CoreV1.PodSpec;
import dev.muster.views.CoreV1.PodStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A container that has ended stays ended, unless its policy restarts it. */
final class StateTransitions {
  private StateTransitions() {}

  static void validate(PodStatus status, PodStatus old, PodSpec spec, Errors errors) {
    list(status.containerStatuses(), old.containerStatuses(), spec.containers(), spec, errors);
    list(
        status.initContainerStatuses(),
        old.initContainerStatuses(),
        spec.initContainers(),
        spec,
        errors);
    // ephemeral containers never restart
    list(
        status.ephemeralContainerStatuses(),
        old.ephemeralContainerStatuses(),
        List.of(),
        spec,
        errors);
  }

  private static void list(
      List<ContainerStatus> statuses,
      List<ContainerStatus> before,
      List<Container> containers,
      PodSpec spec,
      Errors errors) {
    Set<String> alive = new HashSet<>();
    for (ContainerStatus now : statuses) {
      if (now.state().terminated().absent()) {
        alive.add(now.name().text());
      }
    }
    Map<String, Container> byName = new HashMap<>();
    containers.forEach(each -> byName.putIfAbsent(each.name().text(), each));
    for (ContainerStatus ended : before) {
      ContainerStateTerminated terminated = ended.state().terminated();
      if (terminated.absent()) {
        continue;
      }
      boolean revived = alive.contains(ended.name().text());
      Optional<Container> container = Optional.ofNullable(byName.get(ended.name().text()));
      long code = terminated.exitCode().number();
      if (revived && container.filter(c -> restarts(c, spec, code)).isEmpty()) {
        errors.forbidden(
            ended.state().at().path(), "may not be transitioned to non-terminated state");
      }
    }
  }

  private static boolean restarts(Container container, PodSpec spec, long code) {
    At own = container.restartPolicy();
    if (own.absent()) {
      return after(spec.restartPolicy().text(), code);
    }
    boolean byRule =
        container.restartPolicyRules().stream().anyMatch(rule -> matches(rule.exitCodes(), code));
    return byRule || after(own.text(), code);
  }

  private static boolean matches(ContainerRestartRuleOnExitCodes codes, long code) {
    boolean listed = codes.values().each().stream().anyMatch(v -> v.number() == code);
    return switch (codes.operator().text()) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      default -> false;
    };
  }

  private static boolean after(String policy, long code) {
    return switch (policy) {
      case "Never" -> false;
      case "OnFailure" -> code != 0;
      default -> true;
    };
  }
}
