package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.views.AppsV1.MutableReplicaSet;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.AppsV1.ReplicaSetStatus;
import java.util.List;

/** From the old ReplicaSets to the new one, never with too many pods nor with too few. */
final class RollingUpdate {
  private RollingUpdate() {}

  /** How large the new one may be, beside the others. */
  static int sizeOfNew(Rollout rollout, MutableReplicaSet current) {
    DeploymentView deployment = rollout.deployment();
    if (!deployment.rolling()) {
      return deployment.replicas();
    }
    int size = Rollout.replicas(current.tree());
    int room = deployment.replicas() + deployment.maxSurge() - Rollout.sum(rollout.all());
    return room <= 0 ? size : size + Math.min(room, deployment.replicas() - size);
  }

  /** Makes the new one larger, or smaller if it is too large; whether there was a need. */
  static boolean growNew(Rollout rollout, ObjectNode current) {
    int size = Rollout.replicas(current);
    int wanted = rollout.deployment().replicas();
    return size != wanted
        && rollout.resize(
            current, size > wanted ? wanted : sizeOfNew(rollout, MutableReplicaSet.of(current)));
  }

  /** Makes old ones smaller, as far as the new one's pods stand in for theirs. */
  static boolean shrinkOld(Rollout rollout, ObjectNode current) {
    List<ObjectNode> old = Rollout.active(rollout.old());
    DeploymentView deployment = rollout.deployment();
    int least = deployment.replicas() - deployment.maxUnavailable();
    int awaited = Rollout.replicas(current) - Rollout.available(ReplicaSet.of(current));
    int most = Rollout.sum(rollout.all()) - least - awaited;
    if (old.isEmpty() || most <= 0) {
      return false;
    }
    int unhealthy = takeUnhealthy(rollout, old, most);
    return unhealthy + takeAvailable(rollout, old, least) > 0;
  }

  /** Pods that are not available go first: nobody misses them. */
  private static int takeUnhealthy(Rollout rollout, List<ObjectNode> old, int most) {
    int taken = 0;
    for (ObjectNode one : old) {
      int size = Rollout.replicas(one);
      int take = Math.min(most - taken, size - Rollout.available(ReplicaSet.of(one)));
      if (take > 0 && rollout.resize(one, size - take)) {
        taken += take;
      }
    }
    return taken;
  }

  private static int takeAvailable(Rollout rollout, List<ObjectNode> old, int least) {
    int spare = Rollout.sum(rollout.all(), ReplicaSetStatus::availableReplicas) - least;
    int taken = 0;
    for (ObjectNode one : old) {
      int size = Rollout.replicas(one);
      int take = Math.min(size, spare - taken);
      if (take > 0 && rollout.resize(one, size - take)) {
        taken += take;
      }
    }
    return taken;
  }
}
