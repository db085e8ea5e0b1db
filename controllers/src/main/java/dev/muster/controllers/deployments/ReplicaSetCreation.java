package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodControl;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.views.AppsV1.Deployment;
import dev.muster.views.AppsV1.MutableDeployment;
import dev.muster.views.AppsV1.MutableDeploymentStatus;
import java.io.IOException;
import java.time.InstantSource;

/** Makes ReplicaSets, and says what came of it in the deployment's events and status. */
record ReplicaSetCreation(
    ApiClient client,
    EventBroadcaster events,
    InstantSource clock,
    Informer deployments,
    Informer replicaSets,
    Expectations expectations) {
  private static final ApiResource DEPLOYMENTS = ControlledResources.DEPLOYMENTS;
  private static final ApiResource REPLICA_SETS = ControlledResources.REPLICA_SETS;

  void create(String key, ObjectNode deployment, ObjectNode made) throws IOException {
    try {
      ObjectNode answer = client.create(REPLICA_SETS.path(Meta.namespace(deployment)), made);
      expectations.written(key, replicaSets, answer);
      int size = Rollout.replicas(made);
      if (size > 0) {
        tellScaling(deployment, "Scaled up replica set " + Meta.name(made) + " from 0 to " + size);
      }
    } catch (ApiProblem e) {
      if (e.isConflict()) {
        collision(key, deployment, made, e);
      } else if (!PodControl.isNamespaceTerminating(e)) {
        failed(key, deployment, made, e);
        throw e;
      } else {
        throw e;
      }
    }
  }

  /** A name that is taken: by what was to be made, or by another template with the same hash. */
  private void collision(String key, ObjectNode deployment, ObjectNode made, ApiProblem problem)
      throws IOException {
    ObjectNode present = client.get(REPLICA_SETS.path(Meta.namespace(deployment), Meta.name(made)));
    if (NewReplicaSet.isSame(present, Deployment.of(deployment))) {
      // made before, and not seen yet
      throw problem;
    }
    ObjectNode changed = deployment.deepCopy();
    MutableDeploymentStatus status = MutableDeployment.of(changed).status().ensure();
    status.collisionCount(status.collisionCount().number() + 1);
    write(key, changed);
    throw problem;
  }

  private void failed(String key, ObjectNode deployment, ObjectNode made, ApiProblem problem)
      throws IOException {
    String message =
        "Failed to create new replica set \"" + Meta.name(made) + "\": " + problem.getMessage();
    String reason = "ReplicaSetCreateError";
    events.event(deployment, EventType.WARNING, reason, message);
    ObjectNode changed = deployment.deepCopy();
    if (new DeploymentView(changed).progressDeadline().isPresent()) {
      Progress.set(
          MutableDeployment.of(changed).status().ensure(),
          Progress.PROGRESSING,
          "False",
          reason,
          message,
          clock.instant());
      write(key, changed);
    }
  }

  private void write(String key, ObjectNode deployment) throws IOException {
    String path = DEPLOYMENTS.path(Meta.namespace(deployment), Meta.name(deployment));
    expectations.written(key, deployments, client.replace(path + "/status", deployment));
  }

  void tellScaling(ObjectNode deployment, String message) {
    events.event(deployment, EventType.NORMAL, "ScalingReplicaSet", message);
  }
}
