package dev.muster.controllers.deployments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.views.AppsV1.MutableDeployment;
import dev.muster.views.AppsV1.MutableReplicaSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/** The annotations by which a deployment numbers its ReplicaSets and remembers its sizes. */
final class Revisions {
  static final String REVISION = "deployment.kubernetes.io/revision";
  static final String HISTORY = "deployment.kubernetes.io/revision-history";
  static final String DESIRED = "deployment.kubernetes.io/desired-replicas";
  static final String MAX = "deployment.kubernetes.io/max-replicas";

  /** Annotations of a deployment that its ReplicaSets do not get. */
  private static final Set<String> OWN =
      Set.of(
          "kubectl.kubernetes.io/last-applied-configuration",
          REVISION,
          HISTORY,
          DESIRED,
          MAX,
          "deprecated.deployment.rollback.to");

  private static final int LONGEST_HISTORY = 2000;

  private Revisions() {}

  static OptionalLong number(String text) {
    return text.matches("[+-]?\\d{1,18}")
        ? OptionalLong.of(Long.parseLong(text))
        : OptionalLong.empty();
  }

  /** 0 if it has none, or none that is a number. */
  static long of(JsonNode replicaSet) {
    return number(Meta.annotation(replicaSet, REVISION)).orElse(0);
  }

  static long highest(Collection<ObjectNode> replicaSets) {
    return replicaSets.stream().mapToLong(Revisions::of).max().orElse(0);
  }

  /** The one before the highest. */
  static long last(Collection<ObjectNode> replicaSets) {
    List<Long> all = replicaSets.stream().map(Revisions::of).sorted().toList().reversed();
    return all.size() < 2 ? 0 : all.get(1);
  }

  /**
   * Gives the current ReplicaSet its revision and the deployment's annotations.
   *
   * @return whether anything has changed
   */
  static boolean mark(MutableReplicaSet replicaSet, JsonNode deployment, long revision) {
    boolean changed = copy(deployment, replicaSet);
    String before = Meta.annotation(replicaSet.tree(), REVISION);
    if (!before.isEmpty() && number(before).isEmpty()) {
      return false;
    }
    if (of(replicaSet.tree()) >= revision) {
      return changed;
    }
    Meta.annotate(replicaSet.tree(), REVISION, Long.toString(revision));
    if (!before.isEmpty()) {
      remember(replicaSet, before);
    }
    return true;
  }

  private static boolean copy(JsonNode deployment, MutableReplicaSet replicaSet) {
    boolean changed = false;
    for (Map.Entry<String, String> one : Meta.annotations(deployment).entrySet()) {
      if (!OWN.contains(one.getKey())
          && !one.getValue().equals(Meta.annotations(replicaSet.tree()).get(one.getKey()))) {
        Meta.annotate(replicaSet.tree(), one.getKey(), one.getValue());
        changed = true;
      }
    }
    return changed;
  }

  /** The oldest are forgotten when there are too many. */
  private static void remember(MutableReplicaSet replicaSet, String revision) {
    String history = Meta.annotation(replicaSet.tree(), HISTORY);
    List<String> all = new ArrayList<>();
    if (!history.isEmpty()) {
      all.addAll(Arrays.asList(history.split(",", -1)));
    }
    all.add(revision);
    while (all.size() > 1 && String.join(",", all).length() > LONGEST_HISTORY) {
      all.removeFirst();
    }
    Meta.annotate(replicaSet.tree(), HISTORY, String.join(",", all));
  }

  /** What a rollback brings back of a ReplicaSet's annotations. */
  static void restore(MutableDeployment deployment, JsonNode replicaSet) {
    ObjectNode annotations = deployment.metadata().ensure().annotations().map();
    annotations.retain(OWN);
    Meta.annotations(replicaSet)
        .forEach(
            (name, value) -> {
              if (!OWN.contains(name)) {
                annotations.put(name, value);
              }
            });
  }

  /** Remembers the size that a ReplicaSet's own was made for; whether that was another. */
  static boolean size(MutableReplicaSet replicaSet, DeploymentView deployment) {
    String desired = Integer.toString(deployment.replicas());
    String max = Integer.toString(deployment.replicas() + deployment.maxSurge());
    boolean same =
        Meta.annotation(replicaSet.tree(), DESIRED).equals(desired)
            && Meta.annotation(replicaSet.tree(), MAX).equals(max);
    Meta.annotate(replicaSet.tree(), DESIRED, desired);
    Meta.annotate(replicaSet.tree(), MAX, max);
    return !same;
  }

  /** A size that was remembered. */
  static OptionalLong size(JsonNode replicaSet, String annotation) {
    OptionalLong number = number(Meta.annotation(replicaSet, annotation));
    return number.isPresent() && number.getAsLong() >= 0 && number.getAsLong() <= Integer.MAX_VALUE
        ? number
        : OptionalLong.empty();
  }
}
