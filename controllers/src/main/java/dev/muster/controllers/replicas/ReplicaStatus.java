package dev.muster.controllers.replicas;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.ObjectConditions;
import dev.muster.controllers.pods.PodStates;
import dev.muster.views.AppsV1.MutableReplicaSetCondition;
import dev.muster.views.AppsV1.MutableReplicaSetStatus;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.NumberField;
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
  static MutableReplicaSetStatus of(
      ReplicaSet owner,
      List<ObjectNode> active,
      int terminating,
      @Nullable IOException problem,
      Instant now) {
    MutableReplicaSetStatus status = MutableReplicaSetStatus.copyOf(owner.status());
    Map<String, String> labels = owner.spec().template().metadata().labels().textMap();
    long minReady = owner.spec().minReadySeconds().number();
    status.replicas(active.size());
    count(status.fullyLabeledReplicas(), active, pod -> hasAll(pod, labels));
    count(status.readyReplicas(), active, PodStates::isReady);
    count(status.availableReplicas(), active, pod -> PodStates.isAvailable(pod, minReady, now));
    if (terminating >= 0) {
      status.terminatingReplicas(terminating);
    }
    status.observedGeneration(owner.metadata().generation().number());
    failure(owner, status.tree(), active.size(), problem, now);
    return status;
  }

  private static boolean hasAll(JsonNode pod, Map<String, String> labels) {
    return Meta.labels(pod).entrySet().containsAll(labels.entrySet());
  }

  private static void count(NumberField field, List<ObjectNode> pods, Predicate<ObjectNode> which) {
    field.setUnlessZero(pods.stream().filter(which).count());
  }

  private static void failure(
      ReplicaSet owner, ObjectNode status, int active, @Nullable IOException problem, Instant now) {
    boolean known = ObjectConditions.find(status, FAILURE).isObject();
    if (problem == null && known) {
      ObjectConditions.remove(status, FAILURE);
    } else if (problem != null && !known) {
      int wanted = (int) owner.spec().replicas().number();
      MutableReplicaSetCondition condition = MutableReplicaSetCondition.create();
      condition.type(FAILURE).status("True");
      condition.lastTransitionTime(ObjectConditions.time(now));
      condition.reason(active < wanted ? "FailedCreate" : "FailedDelete");
      condition.message(String.valueOf(problem.getMessage()));
      ObjectConditions.put(status, condition.tree());
    }
  }
}
