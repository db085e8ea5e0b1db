package dev.muster.controllers.replicas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.controllers.pods.PodStates;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What a status says of the pods there are. */
final class ReplicaStatus {
  private static final String FAILURE = "ReplicaFailure";

  private ReplicaStatus() {}

  /**
   * @param terminating how many are on their way out; negative if that is not counted
   * @param problem why the number could not be reached, if it could not
   */
  static ObjectNode of(
      JsonNode owner,
      List<ObjectNode> active,
      int terminating,
      @Nullable IOException problem,
      Instant now) {
    ObjectNode status =
        owner.path("status") instanceof ObjectNode before
            ? before.deepCopy()
            : JsonNodeFactory.instance.objectNode();
    Map<String, String> labels = Meta.labels(owner.path("spec").path("template"));
    long minReady = owner.path("spec").path("minReadySeconds").asLong();
    status.put("replicas", active.size());
    count(status, "fullyLabeledReplicas", active, pod -> hasAll(pod, labels));
    count(status, "readyReplicas", active, PodStates::isReady);
    count(status, "availableReplicas", active, pod -> PodStates.isAvailable(pod, minReady, now));
    if (terminating >= 0) {
      status.put("terminatingReplicas", terminating);
    }
    status.put("observedGeneration", (int) Meta.generation(owner));
    failure(owner, status, active.size(), problem, now);
    return status;
  }

  private static boolean hasAll(JsonNode pod, Map<String, String> labels) {
    return Meta.labels(pod).entrySet().containsAll(labels.entrySet());
  }

  private static void count(
      ObjectNode status, String field, List<ObjectNode> pods, Predicate<ObjectNode> which) {
    int count = (int) pods.stream().filter(which).count();
    if (count == 0) {
      status.remove(field);
    } else {
      status.put(field, count);
    }
  }

  private static void failure(
      JsonNode owner, ObjectNode status, int active, @Nullable IOException problem, Instant now) {
    boolean known = ObjectConditions.find(status, FAILURE).isObject();
    if (problem == null && known) {
      ObjectConditions.remove(status, FAILURE);
    } else if (problem != null && !known) {
      int wanted = owner.path("spec").path("replicas").asInt();
      ObjectNode condition = JsonNodeFactory.instance.objectNode();
      condition.put("type", FAILURE).put("status", "True");
      condition.put("lastTransitionTime", ObjectConditions.time(now));
      condition.put("reason", active < wanted ? "FailedCreate" : "FailedDelete");
      condition.put("message", String.valueOf(problem.getMessage()));
      ObjectConditions.put(status, condition);
    }
  }
}
