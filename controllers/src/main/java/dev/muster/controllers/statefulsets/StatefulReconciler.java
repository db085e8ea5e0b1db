package dev.muster.controllers.statefulsets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.Adoption;
import dev.muster.controllers.pods.Batch;
import dev.muster.controllers.pods.PodStates;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.OwnKeys;
import dev.muster.controllers.reconcile.OwnersKeys;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.controllers.reconcile.StatusUpdate;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.AppsV1.StatefulSet;
import dev.muster.views.AppsV1.StatefulSetStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** Does what a plan says, in turn or for all pods at once. */
public final class StatefulReconciler implements Reconciler {
  private final InstantSource clock;
  private final Informer sets;
  private final Informer claims;
  private final Adoption adoption;
  private final Expectations expectations;
  private final StatefulHistory histories;
  private final StatefulPodControl control;
  private final StatusUpdate statuses;

  public StatefulReconciler(ControllerContext context) {
    this.clock = context.clock();
    this.sets = context.informers().of(ControlledResources.STATEFUL_SETS);
    this.claims = context.informers().of(ControlledResources.CLAIMS);
    Informer pods = context.informers().of(ControlledResources.PODS);
    Informer revisions = context.informers().of(ControlledResources.CONTROLLER_REVISIONS);
    this.adoption = new Adoption(context.client(), ControlledResources.STATEFUL_SETS, pods);
    this.expectations = new Expectations(clock);
    this.histories = new StatefulHistory(context.client(), revisions, expectations);
    this.control =
        new StatefulPodControl(context.client(), context.events(), pods, claims, expectations);
    this.statuses = new StatusUpdate(context.client(), ControlledResources.STATEFUL_SETS);
    sets.handle(new OwnKeys(context.queue()));
    OwnersKeys owners = new OwnersKeys(sets, StatefulReconciler::selector, context.queue());
    pods.handle(owners);
    revisions.handle(owners);
    claims.handle(new ClaimChanges(sets, context.queue()));
  }

  private static LabelSelector selector(JsonNode set) {
    return LabelSelector.of(StatefulSet.of(set).spec().selector().tree());
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode set = sets.get(key);
    if (set == null) {
      expectations.forget(key);
      return Requeue.NEVER;
    }
    if (!expectations.satisfied(key)) {
      return Expectations.LATER;
    }
    StatefulView view = new StatefulView(set);
    List<ObjectNode> all = histories.all(set);
    List<ObjectNode> pods = adoption.claim(set, selector(set), view::isMember);
    StatefulRevisions revisions = histories.sync(key, set, all);
    Instant now = clock.instant();
    StatefulPlan plan =
        StatefulPlanner.plan(
            set,
            revisions,
            pods,
            name -> Optional.ofNullable(claims.get(Meta.namespace(set), name)),
            now);
    IOException problem = null;
    try {
      carryOut(key, view, plan);
    } catch (IOException e) {
      problem = e;
    }
    Optional<ObjectNode> unused = statuses.write(set, plan.status());
    histories.cleanUp(set, all, revisions, pods);
    if (problem != null) {
      throw problem;
    }
    return nextAvailability(view, plan.status(), pods, now);
  }

  private void carryOut(String key, StatefulView set, StatefulPlan plan) throws IOException {
    if (!plan.inTurn()) {
      Batch.slowStart(plan.steps(), step -> control.take(key, set, step)).rethrow();
      return;
    }
    for (StatefulStep step : plan.steps()) {
      control.take(key, set, step);
    }
  }

  private static Requeue nextAvailability(
      StatefulView set, JsonNode status, List<ObjectNode> pods, Instant now) {
    if (set.minReadySeconds() <= 0
        || StatefulSetStatus.of(status).readyReplicas().number()
            == StatefulSetStatus.of(status).availableReplicas().number()) {
      return Requeue.NEVER;
    }
    return Requeue.after(
        pods.stream()
            .flatMap(pod -> PodStates.untilAvailable(pod, set.minReadySeconds(), now).stream())
            .filter(left -> !left.isZero())
            .min(Duration::compareTo)
            .orElse(Duration.ofSeconds(set.minReadySeconds())));
  }
}
