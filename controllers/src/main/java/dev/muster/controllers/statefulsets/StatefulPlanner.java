package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodStates;
import dev.muster.views.AppsV1.MutableStatefulSetStatus;
import dev.muster.views.CoreV1.MutablePod;
import dev.muster.views.CoreV1.Pod;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * From a StatefulSet, its revisions, pods and claims to what has to be done next. Pure. Used by one
 * thread, for one plan.
 */
final class StatefulPlanner {
  /**
   * However many pods are asked for, a plan has no more steps than these for those that are not.
   */
  private static final int BURST = 500;

  private final StatefulView set;
  private final StatefulRevisions revisions;
  private final Function<String, Optional<ObjectNode>> claims;
  private final Instant now;
  private final List<StatefulStep> steps = new ArrayList<>();

  /** Wanted pods by ordinal, those that are there. */
  private final Map<Integer, ObjectNode> present = new TreeMap<>();

  /** Those that are there and not wanted, the last one first. */
  private final List<ObjectNode> condemned = new ArrayList<>();

  private int leaving;

  private StatefulPlanner(
      StatefulView set,
      StatefulRevisions revisions,
      Collection<ObjectNode> pods,
      Function<String, Optional<ObjectNode>> claims,
      Instant now) {
    this.set = set;
    this.revisions = revisions;
    this.claims = claims;
    this.now = now;
    for (ObjectNode pod : pods) {
      int ordinal = StatefulView.ordinal(pod);
      if (set.wants(ordinal)) {
        present.put(ordinal, pod);
      } else if (ordinal >= 0) {
        condemned.add(pod);
      }
    }
    condemned.sort(Comparator.comparing(StatefulView::ordinal).reversed());
  }

  /**
   * @param pods that belong to it
   * @param claims those there are, by name
   */
  static StatefulPlan plan(
      ObjectNode set,
      StatefulRevisions revisions,
      Collection<ObjectNode> pods,
      Function<String, Optional<ObjectNode>> claims,
      Instant now) {
    StatefulView view = new StatefulView(set);
    StatefulPlanner planner = new StatefulPlanner(view, revisions, pods, claims, now);
    if (!Meta.isBeingDeleted(set)) {
      planner.plan();
    }
    MutableStatefulSetStatus status =
        StatefulStatus.of(view, revisions, pods, planner.leaving, now);
    return new StatefulPlan(planner.steps, !view.parallel(), status.tree());
  }

  private void plan() {
    for (int ordinal = set.firstOrdinal(); ordinal < set.endOrdinal(); ordinal++) {
      if (!replica(ordinal) && !set.parallel() || steps.size() >= BURST) {
        return;
      }
    }
    for (ObjectNode pod : condemned) {
      if (!claimsAreRight(pod)) {
        steps.add(new StatefulStep.MendClaims(pod));
      }
    }
    Optional<ObjectNode> unhealthy = firstUnavailable();
    for (ObjectNode pod : condemned) {
      if (!condemn(pod, unhealthy) && !set.parallel()) {
        return;
      }
    }
    if (set.rolling()) {
      update();
    }
  }

  /** Whether what comes after it may be done. */
  private boolean replica(int ordinal) {
    ObjectNode pod = present.get(ordinal);
    if (pod == null) {
      MutablePod made = OrdinalPod.made(set, revisions, ordinal);
      boolean stale =
          set.claims(made.tree()).values().stream()
              .flatMap(claim -> claims.apply(Meta.name(claim)).stream())
              .anyMatch(new ClaimRetention(set, made.tree())::isStale);
      if (!stale) {
        steps.add(new StatefulStep.CreatePod(made.tree()));
      }
      return false;
    }
    if (PodStates.isFinished(pod)) {
      if (!Meta.isBeingDeleted(pod)) {
        steps.add(new StatefulStep.DeletePod(pod));
      }
      return false;
    }
    if (PodStates.phase(Pod.of(pod)).equals("Pending") && !claimsAreThere(pod)) {
      steps.add(new StatefulStep.CreateClaims(pod));
    }
    if (!set.parallel() && (Meta.isBeingDeleted(pod) || !isRunningAndAvailable(pod))) {
      return false;
    }
    if (!set.isIdentified(pod) || !set.isStored(pod) || !claimsAreRight(pod)) {
      steps.add(new StatefulStep.MendPod(pod));
    }
    return true;
  }

  private boolean isRunningAndAvailable(JsonNode pod) {
    return PodStates.phase(Pod.of(pod)).equals("Running")
        && PodStates.isAvailable(pod, set.minReadySeconds(), now);
  }

  private boolean claimsAreThere(JsonNode pod) {
    return claimsAreRight(pod)
        && set.claims(pod).values().stream()
            .allMatch(claim -> claims.apply(Meta.name(claim)).isPresent());
  }

  /** Those that are there have the owners that they should have. */
  private boolean claimsAreRight(JsonNode pod) {
    return set.claims(pod).values().stream()
        .flatMap(claim -> claims.apply(Meta.name(claim)).stream())
        .allMatch(new ClaimRetention(set, pod)::isUpToDate);
  }

  private boolean isUnavailable(JsonNode pod) {
    return Meta.isBeingDeleted(pod) || !PodStates.isAvailable(pod, set.minReadySeconds(), now);
  }

  private Optional<ObjectNode> firstUnavailable() {
    return present.values().stream()
        .filter(this::isUnavailable)
        .findFirst()
        .or(() -> condemned.reversed().stream().filter(this::isUnavailable).findFirst());
  }

  /** A pod goes when those before it are well, or if it is the first that is not. */
  private boolean condemn(ObjectNode pod, Optional<ObjectNode> unhealthy) {
    if (Meta.isBeingDeleted(pod)) {
      return false;
    }
    boolean first = unhealthy.map(Meta::name).filter(Meta.name(pod)::equals).isPresent();
    if (set.parallel() || first || isRunningAndAvailable(pod)) {
      steps.add(new StatefulStep.DeletePod(pod));
    }
    return false;
  }

  /** The last pod that is not of the new template goes, if those after it are well. */
  private void update() {
    int least = set.firstOrdinal() + set.partition();
    for (int ordinal = set.endOrdinal() - 1; ordinal >= least; ordinal--) {
      ObjectNode pod = present.get(ordinal);
      if (pod == null) {
        return;
      }
      if (!StatefulStatus.revision(pod).equals(revisions.updateName())
          && !Meta.isBeingDeleted(pod)) {
        steps.add(new StatefulStep.DeletePod(pod));
        leaving += StatefulStatus.revision(pod).equals(revisions.currentName()) ? 1 : 0;
        return;
      }
      if (isUnavailable(pod)) {
        return;
      }
    }
  }
}
