package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventType;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.MutableDeployment;
import dev.muster.views.AppsV1.ReplicaSet;
import java.util.Optional;

/** Back to an earlier template, for clients that ask by an annotation. */
final class DeploymentRollback {
  private static final String NOT_FOUND = "DeploymentRollbackRevisionNotFound";

  private DeploymentRollback() {}

  static void plan(Rollout rollout, long asked) {
    DeploymentView deployment = rollout.deployment();
    long revision = asked == 0 ? Revisions.last(rollout.all()) : asked;
    if (revision == 0) {
      tell(rollout, EventType.WARNING, NOT_FOUND, "Unable to find last revision.");
    } else {
      Optional<ObjectNode> target =
          rollout.all().stream().filter(one -> Revisions.of(one) == revision).findFirst();
      if (target.isPresent()) {
        back(rollout, target.get(), revision);
        return;
      }
      tell(rollout, EventType.WARNING, NOT_FOUND, "Unable to find the revision to rollback to.");
    }
    deployment.clearRollbackTo();
    rollout.step(new DeploymentStep.Update(deployment.object()));
  }

  private static void back(Rollout rollout, ObjectNode target, long revision) {
    DeploymentView deployment = rollout.deployment();
    String quoted = "\"" + Meta.name(deployment.object()) + "\"";
    var template = Rollout.withoutHash(ReplicaSet.of(target).spec().template());
    boolean same = template.tree().equals(Rollout.withoutHash(deployment.template()).tree());
    if (!same) {
      MutableDeployment.of(deployment.object())
          .spec()
          .ensure()
          .template()
          .set(template.tree().deepCopy());
      Revisions.restore(MutableDeployment.of(deployment.object()), target);
    }
    deployment.clearRollbackTo();
    rollout.step(new DeploymentStep.Update(deployment.object()));
    if (same) {
      tell(
          rollout,
          EventType.WARNING,
          "DeploymentRollbackTemplateUnchanged",
          "The rollback revision contains the same template as current deployment " + quoted);
    } else {
      tell(
          rollout,
          EventType.NORMAL,
          "DeploymentRollback",
          "Rolled back deployment " + quoted + " to revision " + revision);
    }
  }

  private static void tell(Rollout rollout, EventType type, String reason, String message) {
    rollout.step(new DeploymentStep.Tell(type, reason, message));
  }
}
