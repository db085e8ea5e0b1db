package dev.muster.controllers.job;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.controllers.observed.ObservedPod;
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
    for (JsonNode rule : rules) {
      Optional<String> matched =
          rule.hasNonNull("onExitCodes")
              ? exitCode(pod, rule.path("onExitCodes"))
              : condition(pod, rule.path("onPodConditions"));
      if (matched.isPresent()) {
        switch (rule.path("action").asText()) {
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

  private static Optional<String> exitCode(ObservedPod pod, JsonNode wanted) {
    return Stream.concat(
            pod.status().path("containerStatuses").valueStream(),
            pod.status().path("initContainerStatuses").valueStream())
        .filter(status -> matches(status, wanted))
        .findFirst()
        .map(
            status ->
                "Container %s for pod %s/%s failed with exit code %d"
                    .formatted(
                        status.path("name").asText(), pod.namespace(), pod.name(), code(status)));
  }

  private static int code(JsonNode status) {
    return status.path("state").path("terminated").path("exitCode").asInt();
  }

  private static boolean matches(JsonNode status, JsonNode wanted) {
    boolean named =
        !wanted.hasNonNull("containerName")
            || wanted.path("containerName").equals(status.path("name"));
    if (!named || !status.path("state").hasNonNull("terminated") || code(status) == 0) {
      return false;
    }
    boolean listed =
        wanted.path("values").valueStream().anyMatch(value -> value.asInt() == code(status));
    return switch (wanted.path("operator").asText()) {
      case "In" -> listed;
      case "NotIn" -> !listed;
      default -> false;
    };
  }

  private static Optional<String> condition(ObservedPod pod, JsonNode patterns) {
    return pod.status()
        .path("conditions")
        .valueStream()
        .filter(
            condition ->
                patterns
                    .valueStream()
                    .anyMatch(
                        pattern ->
                            pattern.path("type").equals(condition.path("type"))
                                && pattern.path("status").equals(condition.path("status"))))
        .findFirst()
        .map(
            condition ->
                "Pod %s/%s has condition %s"
                    .formatted(pod.namespace(), pod.name(), condition.path("type").asText()));
  }
}
