package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.templates.TemplateHash;
import java.util.List;

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
    boolean changed = Revisions.mark(current, deployment.object(), revision);
    if (current.path("spec").path("minReadySeconds").asInt() != deployment.minReadySeconds()) {
      current.withObject("/spec").put("minReadySeconds", deployment.minReadySeconds());
      changed = true;
    }
    if (changed) {
      rollout.step(new DeploymentStep.UpdateReplicaSet(current.deepCopy(), ""));
      return true;
    }
    boolean told = setRevision(deployment, Meta.annotation(current, Revisions.REVISION));
    if (deployment.progressDeadline().isPresent()
        && !Progress.condition(deployment.status()).isObject()) {
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
    ObjectNode made = made(deployment);
    int size = RollingUpdate.sizeOfNew(rollout, made);
    made.withObject("/spec").put("replicas", size);
    long revision = Revisions.highest(rollout.old()) + 1;
    boolean marked = Revisions.mark(made, deployment.object(), revision);
    boolean sized = Revisions.size(made, deployment);
    rollout.step(new DeploymentStep.CreateReplicaSet(made));
    boolean told = setRevision(deployment, Long.toString(revision));
    if (deployment.progressDeadline().isPresent()) {
      Progress.set(
          rollout,
          "True",
          "NewReplicaSetCreated",
          "Created new replica set \"" + Meta.name(made) + "\"");
      told = true;
    }
    if (told || marked || sized) {
      rollout.step(new DeploymentStep.WriteStatus(deployment.object()));
    }
  }

  private static ObjectNode made(DeploymentView deployment) {
    String hash = TemplateHash.of(deployment.template(), deployment.collisions());
    ObjectNode template = deployment.template().deepCopy();
    template.withObject("/metadata").withObject("/labels").put(HASH, hash);
    JsonNode selector = deployment.spec().path("selector").deepCopy();
    ((ObjectNode) selector).withObject("/matchLabels").put(HASH, hash);
    ObjectNode made = JsonNodeFactory.instance.objectNode();
    made.put("apiVersion", "apps/v1").put("kind", "ReplicaSet");
    ObjectNode metadata = made.putObject("metadata");
    metadata.put("name", name(Meta.name(deployment.object()), hash));
    metadata.put("namespace", Meta.namespace(deployment.object()));
    metadata.set("labels", template.path("metadata").path("labels").deepCopy());
    metadata
        .putArray("ownerReferences")
        .add(ControllerOwners.reference(ControlledResources.DEPLOYMENTS, deployment.object()));
    ObjectNode spec = made.putObject("spec");
    spec.put("replicas", 0);
    if (deployment.minReadySeconds() != 0) {
      spec.put("minReadySeconds", deployment.minReadySeconds());
    }
    spec.set("selector", selector);
    spec.set("template", template);
    return made;
  }

  /** Long names are cut, so that pods can still be named after it. */
  private static String name(String deployment, String hash) {
    int longest = Math.max(0, 253 - hash.length() - 1);
    return deployment.substring(0, Math.min(deployment.length(), longest)) + "-" + hash;
  }

  /** Whether a ReplicaSet that was in the way is the very one that was to be made. */
  static boolean isSame(JsonNode present, JsonNode deployment) {
    List<JsonNode> templates =
        List.of(
            Rollout.withoutHash(present.path("spec").path("template")),
            Rollout.withoutHash(deployment.path("spec").path("template")));
    return ControllerOwners.controls(deployment, present)
        && templates.get(0).equals(templates.get(1));
  }
}
