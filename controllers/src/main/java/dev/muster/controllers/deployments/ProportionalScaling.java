package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.ReplicaSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Another size for a deployment, in the middle of a rollout or not. */
final class ProportionalScaling {
  private static final Comparator<ObjectNode> LARGER_FIRST =
      Comparator.comparing((ObjectNode one) -> -Rollout.replicas(one));

  private ProportionalScaling() {}

  /** Whether the size has changed since the ReplicaSets got theirs. */
  static boolean isDue(Rollout rollout) {
    return Rollout.active(rollout.all()).stream()
        .map(one -> Revisions.size(one, Revisions.DESIRED))
        .anyMatch(size -> size.isPresent() && size.getAsLong() != rollout.deployment().replicas());
  }

  static void scale(Rollout rollout) {
    DeploymentView deployment = rollout.deployment();
    Optional<ObjectNode> only = activeOrLatest(rollout);
    if (only.isPresent()) {
      boolean unused = rollout.resize(only.get(), deployment.replicas());
    } else if (rollout.current().filter(one -> isSaturated(one, deployment)).isPresent()) {
      Rollout.active(rollout.old()).forEach(old -> rollout.resize(old, 0));
    } else if (deployment.rolling()) {
      share(rollout);
    }
  }

  /** The one that has pods, or the newest if none has; nothing if several have. */
  private static Optional<ObjectNode> activeOrLatest(Rollout rollout) {
    List<ObjectNode> active = Rollout.active(rollout.all());
    return switch (active.size()) {
      case 0 -> rollout.current().or(() -> rollout.old().reversed().stream().findFirst());
      case 1 -> Optional.of(active.getFirst());
      default -> Optional.empty();
    };
  }

  private static boolean isSaturated(ObjectNode current, DeploymentView deployment) {
    OptionalLong desired = Revisions.size(current, Revisions.DESIRED);
    return Rollout.replicas(current) == deployment.replicas()
        && desired.isPresent()
        && desired.getAsLong() == deployment.replicas()
        && Rollout.available(ReplicaSet.of(current)) == deployment.replicas();
  }

  /** Each gets its part of what is more or less; the largest gets what is left over. */
  private static void share(Rollout rollout) {
    DeploymentView deployment = rollout.deployment();
    List<ObjectNode> active = new ArrayList<>(Rollout.active(rollout.all()));
    int allowed = deployment.replicas() > 0 ? deployment.replicas() + deployment.maxSurge() : 0;
    int toAdd = allowed - Rollout.sum(active);
    if (toAdd > 0) {
      active.sort(LARGER_FIRST.thenComparing(Meta.BY_AGE.reversed()));
    } else if (toAdd < 0) {
      active.sort(LARGER_FIRST.thenComparing(Meta.BY_AGE));
    }
    int[] sizes = new int[active.size()];
    int added = 0;
    for (int i = 0; i < sizes.length; i++) {
      int part = part(rollout, active.get(i), toAdd, added);
      sizes[i] = Rollout.replicas(active.get(i)) + part;
      added += part;
    }
    for (int i = 0; i < sizes.length; i++) {
      int size = i == 0 && toAdd != 0 ? Math.max(0, sizes[i] + toAdd - added) : sizes[i];
      boolean unused = rollout.scale(active.get(i), size);
    }
  }

  private static int part(Rollout rollout, ObjectNode one, int toAdd, int added) {
    if (Rollout.replicas(one) == 0 || toAdd == 0 || toAdd == added) {
      return 0;
    }
    int part = fraction(rollout.deployment(), one);
    return toAdd > 0 ? Math.min(part, toAdd - added) : Math.max(part, toAdd - added);
  }

  private static int fraction(DeploymentView deployment, ObjectNode one) {
    int size = Rollout.replicas(one);
    if (deployment.replicas() == 0) {
      return -size;
    }
    long before = Revisions.size(one, Revisions.MAX).orElse(0);
    if (before == 0) {
      before = (int) deployment.status().replicas().number();
    }
    if (before == 0) {
      return 0;
    }
    double scaled = (double) size * (deployment.replicas() + deployment.maxSurge()) / before;
    return (int) (scaled + 0.5) - size;
  }
}
