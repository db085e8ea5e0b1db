package dev.muster.controllers.daemons;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.Adoption;
import dev.muster.controllers.pods.Batch;
import dev.muster.controllers.pods.PodControl;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.OwnKeys;
import dev.muster.controllers.reconcile.OwnersKeys;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.controllers.reconcile.StatusUpdate;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.AppsV1.DaemonSet;
import dev.muster.views.AppsV1.DaemonSetStatus;
import dev.muster.views.AppsV1.MutableDaemonSetStatus;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Keeps a pod of each DaemonSet on each node that fits it. */
public final class DaemonReconciler implements Reconciler {
  private static final int BURST = 250;

  private final EventBroadcaster events;
  private final InstantSource clock;
  private final Informer daemons;
  private final Informer pods;
  private final Informer nodes;
  private final Adoption adoption;
  private final PodControl control;
  private final Expectations expectations;
  private final DaemonHistory histories;
  private final StatusUpdate statuses;
  private final FailedPodBackoff backoff = new FailedPodBackoff();

  public DaemonReconciler(ControllerContext context) {
    this.events = context.events();
    this.clock = context.clock();
    this.daemons = context.informers().of(ControlledResources.DAEMON_SETS);
    this.pods = context.informers().of(ControlledResources.PODS);
    this.nodes = context.informers().of(ControlledResources.NODES);
    this.adoption = new Adoption(context.client(), ControlledResources.DAEMON_SETS, pods);
    this.control = new PodControl(context.client(), events, ControlledResources.DAEMON_SETS);
    this.expectations = new Expectations(clock);
    Informer revisions = context.informers().of(ControlledResources.CONTROLLER_REVISIONS);
    this.histories = new DaemonHistory(context.client(), revisions, expectations);
    this.statuses = new StatusUpdate(context.client(), ControlledResources.DAEMON_SETS);
    daemons.handle(new OwnKeys(context.queue()));
    pods.handle(new OwnersKeys(daemons, DaemonReconciler::selector, context.queue()));
    revisions.handle(new OwnersKeys(daemons, DaemonReconciler::selector, context.queue()));
    nodes.handle(new NodeChanges(daemons, ControllerOwners.indexed(pods), context.queue()));
  }

  private static LabelSelector selector(JsonNode daemon) {
    return LabelSelector.of(DaemonSet.of(daemon).spec().selector().tree());
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode object = daemons.get(key);
    if (object == null) {
      expectations.forget(key);
      return Requeue.NEVER;
    }
    if (Meta.isBeingDeleted(object)) {
      return Requeue.NEVER;
    }
    DaemonView daemon = new DaemonView(object);
    boolean settled = expectations.satisfied(key);
    List<ObjectNode> own = adoption.claim(object, selector(object), pod -> true);
    DaemonHistory.History history = histories.of(key, daemon, own);
    Instant now = clock.instant();
    List<ObjectNode> all = nodes.list().stream().sorted(Meta.BY_AGE).toList();
    Map<String, List<ObjectNode>> byNode = DaemonPods.byNode(own);
    if (!settled) {
      report(daemon, all, byNode, history.hash(), false, now);
      return Expectations.LATER;
    }
    Optional<Duration> retry = act(key, daemon, all, byNode, history.hash(), now);
    histories.cleanUp(daemon, history.old(), own);
    MutableDaemonSetStatus status = report(daemon, all, byNode, history.hash(), true, now);
    return next(daemon, status.tree(), retry);
  }

  /** When a failed pod may be replaced, if one has to wait. */
  private Optional<Duration> act(
      String key,
      DaemonView daemon,
      List<ObjectNode> all,
      Map<String, List<ObjectNode>> byNode,
      String hash,
      Instant now)
      throws IOException {
    Duration[] retry = {Duration.ZERO};
    DaemonPlacement placement =
        new DaemonPlacement(
            daemon,
            hash,
            node -> {
              Optional<Duration> delay = backoff.delay(backoffKey(daemon, node), now);
              delay.ifPresent(time -> retry[0] = time);
              return delay.isEmpty();
            },
            now);
    DaemonPlan plan = placement.plan(all, byNode);
    if (plan.isEmpty() && daemon.rolling()) {
      plan = new DaemonUpdate(daemon, hash, now).plan(all, byNode);
    }
    carryOut(key, daemon, hash, plan);
    return Optional.of(retry[0]).filter(time -> !time.isZero());
  }

  private static String backoffKey(DaemonView daemon, String node) {
    long generation = DaemonSet.of(daemon.object()).status().observedGeneration().number();
    return Meta.uid(daemon.object()) + "/" + generation + "/" + node;
  }

  private void carryOut(String key, DaemonView daemon, String hash, DaemonPlan plan)
      throws IOException {
    ObjectNode owner = daemon.object();
    plan.told().forEach(t -> events.event(owner, t.type(), t.reason(), t.message()));
    try {
      Batch.slowStart(
              plan.nodes().stream().limit(BURST).toList(),
              node -> {
                ObjectNode pod = control.fromTemplate(owner, daemon.podTemplate(hash, node));
                expectations.written(key, pods, control.create(owner, pod));
              })
          .rethrow();
    } catch (ApiProblem e) {
      if (!PodControl.isNamespaceTerminating(e)) {
        throw e;
      }
    }
    Batch.all(
            plan.pods().stream().limit(BURST).toList(),
            pod -> {
              control.deleteIfThere(owner, pod);
              expectations.deleted(key, pods, pod);
            })
        .rethrow();
  }

  private MutableDaemonSetStatus report(
      DaemonView daemon,
      List<ObjectNode> all,
      Map<String, List<ObjectNode>> byNode,
      String hash,
      boolean acted,
      Instant now)
      throws IOException {
    MutableDaemonSetStatus status = DaemonStatus.of(daemon, all, byNode, hash, acted, now);
    Optional<ObjectNode> unused = statuses.write(daemon.object(), status.tree());
    return status;
  }

  private static Requeue next(DaemonView daemon, JsonNode status, Optional<Duration> retry) {
    boolean waiting =
        daemon.minReadySeconds() > 0
            && DaemonSetStatus.of(status).numberReady().number()
                != DaemonSetStatus.of(status).numberAvailable().number();
    if (waiting) {
      return Requeue.after(Duration.ofSeconds(daemon.minReadySeconds()));
    }
    return retry.map(Requeue::after).orElse(Requeue.NEVER);
  }
}
