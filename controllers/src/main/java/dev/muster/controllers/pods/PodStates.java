package dev.muster.controllers.pods;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1.Pod;
import dev.muster.views.CoreV1.PodCondition;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What a pod's status says. */
public final class PodStates {
  private PodStates() {}

  public static String phase(Pod pod) {
    return pod.status().phase().text();
  }

  /** Whether it has not ended, and is not asked to. */
  public static boolean isActive(JsonNode pod) {
    return !isFinished(pod) && !Meta.isBeingDeleted(pod);
  }

  public static boolean isFinished(JsonNode pod) {
    return phase(Pod.of(pod)).equals("Succeeded") || phase(Pod.of(pod)).equals("Failed");
  }

  /** Asked to end, and not at its end yet. */
  public static boolean isTerminating(JsonNode pod) {
    return !isFinished(pod) && Meta.isBeingDeleted(pod);
  }

  /** A condition, or nothing of one. */
  public static JsonNode condition(Pod pod, String type) {
    for (PodCondition condition : pod.status().conditions()) {
      if (condition.type().text().equals(type)) {
        return condition.tree();
      }
    }
    return MissingNode.getInstance();
  }

  public static boolean isReady(JsonNode pod) {
    return PodCondition.of(condition(Pod.of(pod), "Ready")).status().text().equals("True");
  }

  public static boolean isAvailable(JsonNode pod, long minReadySeconds, Instant now) {
    return isReady(pod)
        && untilAvailable(pod, minReadySeconds, now).map(left -> left.isZero()).orElse(false);
  }

  /** How long a ready pod has to stay so until it is available; nothing if it is not ready. */
  public static Optional<Duration> untilAvailable(JsonNode pod, long minReadySeconds, Instant now) {
    if (!isReady(pod)) {
      return Optional.empty();
    }
    if (minReadySeconds <= 0) {
      return Optional.of(Duration.ZERO);
    }
    At since = PodCondition.of(condition(Pod.of(pod), "Ready")).lastTransitionTime();
    if (!since.present()) {
      return Optional.empty();
    }
    Duration left = Duration.between(now, Meta.time(since.node()).plusSeconds(minReadySeconds));
    return Optional.of(left.isNegative() ? Duration.ZERO : left);
  }
}
