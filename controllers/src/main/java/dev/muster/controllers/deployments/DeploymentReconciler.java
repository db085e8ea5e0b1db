package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.api.ApiResource;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.Adoption;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.OwnKeys;
import dev.muster.controllers.reconcile.OwnersKeys;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.AppsV1.Deployment;
import dev.muster.views.AppsV1.MutableReplicaSet;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Does what a plan says, one step after the other. */
public final class DeploymentReconciler implements Reconciler {
  private static final ApiResource DEPLOYMENTS = ControlledResources.DEPLOYMENTS;
  private static final ApiResource REPLICA_SETS = ControlledResources.REPLICA_SETS;

  private final ApiClient client;
  private final EventBroadcaster events;
  private final InstantSource clock;
  private final Informer deployments;
  private final Informer replicaSets;
  private final Informer pods;
  private final Adoption adoption;
  private final Expectations expectations;
  private final ReplicaSetCreation creation;

  public DeploymentReconciler(ControllerContext context) {
    this.client = context.client();
    this.events = context.events();
    this.clock = context.clock();
    this.deployments = context.informers().of(DEPLOYMENTS);
    this.replicaSets = context.informers().of(REPLICA_SETS);
    this.pods = ControllerOwners.indexed(context.informers().of(ControlledResources.PODS));
    this.adoption = new Adoption(client, DEPLOYMENTS, replicaSets);
    this.expectations = new Expectations(clock);
    this.creation =
        new ReplicaSetCreation(client, events, clock, deployments, replicaSets, expectations);
    deployments.handle(new OwnKeys(context.queue()));
    replicaSets.handle(
        new OwnersKeys(deployments, DeploymentReconciler::selector, context.queue()));
  }

  private static LabelSelector selector(JsonNode deployment) {
    return LabelSelector.of(Deployment.of(deployment).spec().selector().tree());
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode deployment = deployments.get(key);
    if (deployment == null) {
      expectations.forget(key);
      return Requeue.NEVER;
    }
    if (!expectations.satisfied(key)) {
      return Expectations.LATER;
    }
    List<ObjectNode> owned = adoption.claim(deployment, selector(deployment), one -> true);
    List<ObjectNode> theirs = new ArrayList<>();
    owned.forEach(one -> theirs.addAll(ControllerOwners.controlled(pods, one)));
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
      case DeploymentStep.CreateReplicaSet create ->
          creation.create(key, deployment, create.replicaSet());
      case DeploymentStep.UpdateReplicaSet update -> {
        ObjectNode one = update.replicaSet();
        String known = versions.getOrDefault(Meta.uid(one), Meta.version(one));
        MutableReplicaSet.of(one).metadata().ensure().resourceVersion(known);
        ObjectNode answer = client.replace(REPLICA_SETS.path(namespace, Meta.name(one)), one);
        versions.put(Meta.uid(one), Meta.version(answer));
        expectations.written(key, replicaSets, answer);
        if (!update.told().isEmpty()) {
          creation.tellScaling(deployment, update.told());
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
