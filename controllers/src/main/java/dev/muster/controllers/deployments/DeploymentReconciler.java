package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.Owners;
import dev.muster.controllers.objects.Resources;
import dev.muster.controllers.pods.Adoption;
import dev.muster.controllers.pods.PodControl;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.OwnKeys;
import dev.muster.controllers.reconcile.OwnersKeys;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.model.selector.LabelSelector;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Does what a plan says, one step after the other. */
public final class DeploymentReconciler implements Reconciler {
  private static final ApiResource DEPLOYMENTS = Resources.DEPLOYMENTS;
  private static final ApiResource REPLICA_SETS = Resources.REPLICA_SETS;

  private final ApiClient client;
  private final EventBroadcaster events;
  private final InstantSource clock;
  private final Informer deployments;
  private final Informer replicaSets;
  private final Informer pods;
  private final Adoption adoption;
  private final Expectations expectations;

  public DeploymentReconciler(ControllerContext context) {
    this.client = context.client();
    this.events = context.events();
    this.clock = context.clock();
    this.deployments = context.informers().of(DEPLOYMENTS);
    this.replicaSets = context.informers().of(REPLICA_SETS);
    this.pods = Owners.indexed(context.informers().of(Resources.PODS));
    this.adoption = new Adoption(client, DEPLOYMENTS, replicaSets);
    this.expectations = new Expectations(clock);
    deployments.handle(new OwnKeys(context.queue()));
    replicaSets.handle(
        new OwnersKeys(deployments, DeploymentReconciler::selector, context.queue()));
  }

  private static LabelSelector selector(JsonNode deployment) {
    return LabelSelector.of(deployment.path("spec").path("selector"));
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode deployment = deployments.get(key);
    if (deployment == null) {
      expectations.forget(key);
      return Requeue.NEVER;
    }
    if (!expectations.satisfied(key)) {
      // what is awaited comes with an event
      return Requeue.NEVER;
    }
    List<ObjectNode> owned = adoption.claim(deployment, selector(deployment), one -> true);
    List<ObjectNode> theirs = new ArrayList<>();
    owned.forEach(one -> theirs.addAll(Owners.controlled(pods, one)));
    DeploymentPlan plan = DeploymentPlanner.plan(deployment, owned, theirs, clock.instant());
    Map<String, String> versions = new HashMap<>();
    for (DeploymentStep step : plan.steps()) {
      take(key, deployment, step, versions);
    }
    return plan.next();
  }

  /**
   * @param versions of ReplicaSets that earlier steps have written
   */
  private void take(
      String key, ObjectNode deployment, DeploymentStep step, Map<String, String> versions)
      throws IOException {
    String namespace = Meta.namespace(deployment);
    switch (step) {
      case DeploymentStep.CreateReplicaSet create -> create(key, deployment, create.replicaSet());
      case DeploymentStep.UpdateReplicaSet update -> {
        ObjectNode one = update.replicaSet();
        String known = versions.getOrDefault(Meta.uid(one), Meta.version(one));
        one.withObject("/metadata").put("resourceVersion", known);
        ObjectNode answer = client.replace(REPLICA_SETS.path(namespace, Meta.name(one)), one);
        versions.put(Meta.uid(one), Meta.version(answer));
        expectations.written(key, replicaSets, answer);
        if (!update.told().isEmpty()) {
          tellScaling(deployment, update.told());
        }
      }
      case DeploymentStep.DeleteReplicaSet delete -> delete(delete.replicaSet());
      case DeploymentStep.WriteStatus write -> {
        String path = DEPLOYMENTS.path(namespace, Meta.name(deployment));
        ObjectNode answer = client.replace(path + "/status", write.deployment());
        expectations.written(key, deployments, answer);
      }
      case DeploymentStep.Update update -> {
        String path = DEPLOYMENTS.path(namespace, Meta.name(deployment));
        expectations.written(key, deployments, client.replace(path, update.deployment()));
      }
      case DeploymentStep.Tell tell ->
          events.event(deployment, tell.type(), tell.reason(), tell.message());
    }
  }

  private void tellScaling(ObjectNode deployment, String message) {
    events.event(deployment, EventType.NORMAL, "ScalingReplicaSet", message);
  }

  private void create(String key, ObjectNode deployment, ObjectNode made) throws IOException {
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
    if (NewReplicaSet.isSame(present, deployment)) {
      // made before, and not seen yet
      throw problem;
    }
    ObjectNode changed = deployment.deepCopy();
    ObjectNode status = changed.withObject("/status");
    status.put("collisionCount", status.path("collisionCount").asInt() + 1);
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
          changed.withObject("/status"),
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

  private void delete(ObjectNode replicaSet) throws IOException {
    try {
      client.delete(
          REPLICA_SETS.path(Meta.namespace(replicaSet), Meta.name(replicaSet)),
          JsonNodeFactory.instance.objectNode());
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }
}
