package dev.muster.kinds.pods;

import dev.muster.model.field.At;
import dev.muster.model.field.Errors;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A container that has ended stays ended, unless its policy restarts it. */
final class StateTransitions {
  private StateTransitions() {}

  static void validate(At status, At old, At spec, Errors errors) {
    list("containerStatuses", "containers", status, old, spec, errors);
    list("initContainerStatuses", "initContainers", status, old, spec, errors);
    list("ephemeralContainerStatuses", "", status, old, spec, errors);
  }

  /** Ephemeral containers have no list here: they never restart. */
  private static void list(
      String statuses, String containers, At status, At old, At spec, Errors errors) {
    List<At> before = old.get(statuses).each();
    Set<String> alive = new HashSet<>();
    for (At now : status.get(statuses).each()) {
      if (!now.get("state").has("terminated")) {
        alive.add(now.text("name"));
      }
    }
    Map<String, At> byName = new HashMap<>();
    if (!containers.isEmpty()) {
      spec.get(containers).each().forEach(each -> byName.putIfAbsent(each.text("name"), each));
    }
    for (At ended : before) {
      At terminated = ended.get("state", "terminated");
      if (terminated.absent()) {
        continue;
      }
      boolean revived = alive.contains(ended.text("name"));
      Optional<At> container = Optional.ofNullable(byName.get(ended.text("name")));
      long code = terminated.get("exitCode").number();
      if (revived && container.filter(c -> restarts(c, spec, code)).isEmpty()) {
        errors.forbidden(
            ended.get("state").path(), "may not be transitioned to non-terminated state");
      }
    }
  }

  private static boolean restarts(At container, At spec, long code) {
    At own = container.get("restartPolicy");
    if (own.absent()) {
      return after(spec.text("restartPolicy"), code);
    }
    boolean byRule =
        container.get("restartPolicyRules").each().stream()
            .anyMatch(rule -> matches(rule.get("exitCodes"), code));
    return byRule || after(own.text(), code);
  }

  private static boolean matches(At codes, long code) {
    boolean listed = codes.get("values").each().stream().anyMatch(v -> v.number() == code);
    return switch (codes.text("operator")) {
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
