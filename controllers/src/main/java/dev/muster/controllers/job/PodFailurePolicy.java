package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.views.BatchV1.PodFailurePolicyOnExitCodesRequirement;
import dev.muster.views.BatchV1.PodFailurePolicyOnPodConditionsPattern;
import dev.muster.views.BatchV1.PodFailurePolicyRule;
import dev.muster.views.CoreV1.ContainerStatus;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What a Job makes of pods that failed; the first rule that matches decides. */
record PodFailurePolicy(JsonNode rules) {

  /** What happens because of a pod that failed. */
  sealed interface Verdict {
    /** No rule matched, or one that says so: it counts against the back-off limits. */
    record Count() implements Verdict {}

    /** As if it had not been. */
    record Ignore() implements Verdict {}

    /** Its index is failed, however often it may be tried. */
    record FailIndex() implements Verdict {}

    /** The whole Job is failed. */
    record FailJob(String message) implements Verdict {}

    default boolean counts() {
      return !(this instanceof Ignore);
    }
  }

  Verdict verdict(ObservedPod pod) {
    int at = 0;
    for (JsonNode each : rules) {
      PodFailurePolicyRule rule = PodFailurePolicyRule.of(each);
      Optional<String> matched =
          rule.onExitCodes().present()
              ? exitCode(pod, rule.onExitCodes())
              : condition(pod, rule.onPodConditions());
      if (matched.isPresent()) {
        switch (rule.action().text()) {
          case "Ignore" -> {
            return new Verdict.Ignore();
          }
          case "FailIndex" -> {
            return new Verdict.FailIndex();
          }
          case "Count" -> {
            return new Verdict.Count();
          }
          case "FailJob" -> {
            return new Verdict.FailJob(matched.get() + " matching FailJob rule at index " + at);
          }
          default -> {
            // an action of a later version: as if the rule were not there
          }
        }
      }
      at++;
    }
    return new Verdict.Count();
  }

  private static Optional<String> exitCode(
      ObservedPod pod, PodFailurePolicyOnExitCodesRequirement wanted) {
    return Stream.concat(
            pod.status().containerStatuses().stream(),
            pod.status().initContainerStatuses().stream())
        .filter(status -> matches(status, wanted))
        .findFirst()
        .map(
            status ->
                "Container %s for pod %s/%s failed with exit code %d"
                    .formatted(status.name().text(), pod.namespace(), pod.name(), code(status)));
  }

  private static long code(ContainerStatus status) {
    return status.state().terminated().exitCode().number();
  }

  private static boolean matches(
      ContainerStatus status, PodFailurePolicyOnExitCodesRequirement wanted) {
    boolean named =
        wanted.containerName().absent()
            || wanted.containerName().text().equals(status.name().text());
    if (!named || status.state().terminated().absent() || code(status) == 0) {
      return false;
    }
    boolean listed =
        wanted.values().each().stream().anyMatch(value -> value.number() == code(status));
    return switch (wanted.operator().text()) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      default -> false;
    };
  }

  private static Optional<String> condition(
      ObservedPod pod, List<PodFailurePolicyOnPodConditionsPattern> patterns) {
    return pod.status().conditions().stream()
        .filter(
            condition ->
                patterns.stream()
                    .anyMatch(
                        pattern ->
                            pattern.type().text().equals(condition.type().text())
                                && pattern.status().text().equals(condition.status().text())))
        .findFirst()
        .map(
            condition ->
                "Pod %s/%s has condition %s"
                    .formatted(pod.namespace(), pod.name(), condition.type().text()));
  }
}
