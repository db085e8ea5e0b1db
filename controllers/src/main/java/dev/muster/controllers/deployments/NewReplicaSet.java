package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.templates.TemplateHash;
import dev.muster.views.AppsV1.Deployment;
import dev.muster.views.AppsV1.MutableReplicaSet;
import dev.muster.views.AppsV1.MutableReplicaSetSpec;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.CoreV1.MutablePodTemplateSpec;
import dev.muster.views.MetaV1.MutableLabelSelector;
import dev.muster.views.MetaV1.MutableObjectMeta;

/** The ReplicaSet of a deployment's current template: found and numbered, or made. */
final class NewReplicaSet {
  private static final String HASH = "pod-template-hash";

  private NewReplicaSet() {}

  /**
   * Brings the revisions of the current ReplicaSet, if there is one, and of the deployment up to
   * date.
   *
   * @return whether that takes a step: what comes after it is for the next time
   */
  static boolean syncRevision(Rollout rollout) {
    ObjectNode current = rollout.current().orElse(null);
    if (current == null) {
      return false;
    }
    DeploymentView deployment = rollout.deployment();
    long revision = Revisions.highest(rollout.old()) + 1;
    boolean changed = Revisions.mark(MutableReplicaSet.of(current), deployment.object(), revision);
    if (ReplicaSet.of(current).spec().minReadySeconds().number() != deployment.minReadySeconds()) {
      MutableReplicaSet.of(current).spec().ensure().minReadySeconds(deployment.minReadySeconds());
      changed = true;
    }
    if (changed) {
      rollout.step(new DeploymentStep.UpdateReplicaSet(current.deepCopy(), ""));
      return true;
    }
    boolean told = setRevision(deployment, Meta.annotation(current, Revisions.REVISION));
    if (deployment.progressDeadline().isPresent()
        && !Progress.condition(deployment.status().tree()).isObject()) {
      Progress.set(
          rollout,
          "True",
          "FoundNewReplicaSet",
          "Found new replica set \"" + Meta.name(current) + "\"");
      told = true;
    }
    if (told) {
      rollout.step(new DeploymentStep.WriteStatus(deployment.object()));
    }
    return told;
  }

  private static boolean setRevision(DeploymentView deployment, String revision) {
    boolean other = !Meta.annotation(deployment.object(), Revisions.REVISION).equals(revision);
    Meta.annotate(deployment.object(), Revisions.REVISION, revision);
    return other;
  }

  /** Makes one, and says so in the deployment's status. */
  static void create(Rollout rollout) {
    DeploymentView deployment = rollout.deployment();
    MutableReplicaSet made = made(deployment);
    int size = RollingUpdate.sizeOfNew(rollout, made);
    made.spec().ensure().replicas(size);
    long revision = Revisions.highest(rollout.old()) + 1;
    boolean marked = Revisions.mark(made, deployment.object(), revision);
    boolean sized = Revisions.size(made, deployment);
    rollout.step(new DeploymentStep.CreateReplicaSet(made.tree()));
    boolean told = setRevision(deployment, Long.toString(revision));
    if (deployment.progressDeadline().isPresent()) {
      Progress.set(
          rollout,
          "True",
          "NewReplicaSetCreated",
          "Created new replica set \"" + Meta.name(made.tree()) + "\"");
      told = true;
    }
    if (told || marked || sized) {
      rollout.step(new DeploymentStep.WriteStatus(deployment.object()));
    }
  }

  private static MutableReplicaSet made(DeploymentView deployment) {
    String hash = TemplateHash.of(deployment.template(), deployment.collisions());
    MutablePodTemplateSpec template = MutablePodTemplateSpec.copyOf(deployment.template());
    template.metadata().ensure().labels().map().put(HASH, hash);
    JsonNode selector = deployment.spec().selector().tree().deepCopy();
    MutableLabelSelector.of(((ObjectNode) selector)).matchLabels().map().put(HASH, hash);
    MutableReplicaSet made = MutableReplicaSet.create();
    made.apiVersion("apps/v1").kind("ReplicaSet");
    MutableObjectMeta metadata = made.metadata().replace();
    metadata.name(name(Meta.name(deployment.object()), hash));
    metadata.namespace(Meta.namespace(deployment.object()));
    metadata.labels().set(template.reading().metadata().labels().node().deepCopy());
    metadata
        .ownerReferences()
        .replace()
        .add(
            ControllerOwners.reference(ControlledResources.DEPLOYMENTS, deployment.object())
                .tree());
    MutableReplicaSetSpec spec = made.spec().replace();
    spec.replicas(0);
    if (deployment.minReadySeconds() != 0) {
      spec.minReadySeconds(deployment.minReadySeconds());
    }
    spec.selector().set(selector);
    spec.template(template);
    return made;
  }

  /** Long names are cut, so that pods can still be named after it. */
  private static String name(String deployment, String hash) {
    int longest = Math.max(0, 253 - hash.length() - 1);
    return deployment.substring(0, Math.min(deployment.length(), longest)) + "-" + hash;
  }

  /** Whether a ReplicaSet that was in the way is the very one that was to be made. */
  static boolean isSame(JsonNode present, Deployment deployment) {
    JsonNode made = Rollout.withoutHash(ReplicaSet.of(present).spec().template()).tree();
    JsonNode wanted = Rollout.withoutHash(deployment.spec().template()).tree();
    return ControllerOwners.controls(deployment.tree(), present) && made.equals(wanted);
  }
}
