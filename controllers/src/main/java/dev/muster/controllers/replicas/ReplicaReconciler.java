package dev.muster.controllers.replicas;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.ControllerOwners;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.Adoption;
import dev.muster.controllers.pods.Batch;
import dev.muster.controllers.pods.PodControl;
import dev.muster.controllers.pods.PodStates;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.OwnKeys;
import dev.muster.controllers.reconcile.OwnersKeys;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.controllers.reconcile.StatusUpdate;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.AppsV1.MutableReplicaSetStatus;
import dev.muster.views.AppsV1.ReplicaSet;
import dev.muster.views.AppsV1.ReplicaSetStatus;
import dev.muster.views.CoreV1.PodTemplateSpec;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps as many pods as an object asks for. */
public final class ReplicaReconciler implements Reconciler {
  /** How many pods are made or deleted at a time for one object. */
  private static final int BURST = 500;

  private final ReplicaKind kind;
  private final Informer owners;
  private final Informer pods;
  private final Adoption adoption;
  private final PodControl control;
  private final Expectations expectations;
  private final StatusUpdate statuses;
  private final InstantSource clock;

  private ReplicaReconciler(ReplicaKind kind, ControllerContext context) {
    this.kind = kind;
    this.owners = ControllerOwners.indexed(context.informers().of(kind.resource()));
    this.pods = context.informers().of(ControlledResources.PODS);
    this.adoption = new Adoption(context.client(), kind.resource(), pods);
    this.control = new PodControl(context.client(), context.events(), kind.resource());
    this.expectations = new Expectations(context.clock());
    this.statuses = new StatusUpdate(context.client(), kind.resource());
    this.clock = context.clock();
    owners.handle(new OwnKeys(context.queue()));
    pods.handle(new OwnersKeys(owners, kind::selector, context.queue()));
  }

  public static Reconciler ofReplicaSets(ControllerContext context) {
    return new ReplicaReconciler(ReplicaKind.REPLICA_SET, context);
  }

  public static Reconciler ofReplicationControllers(ControllerContext context) {
    return new ReplicaReconciler(ReplicaKind.REPLICATION_CONTROLLER, context);
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode owner = owners.get(key);
    if (owner == null) {
      expectations.forget(key);
      return Requeue.NEVER;
    }
    boolean settled = expectations.satisfied(key);
    LabelSelector selector = kind.selector(owner);
    List<ObjectNode> active = adoption.claim(owner, selector, pod -> true, PodStates::isActive);
    IOException problem = null;
    if (settled && !Meta.isBeingDeleted(owner)) {
      problem = manage(key, owner, active);
    }
    Instant now = clock.instant();
    int terminating = kind.countsTerminating() ? terminating(owner, selector) : -1;
    MutableReplicaSetStatus status =
        ReplicaStatus.of(ReplicaSet.of(owner), active, terminating, problem, now);
    Optional<ObjectNode> unused = statuses.write(owner, status.tree());
    if (problem != null) {
      throw problem;
    }
    return settled
        ? nextAvailability(ReplicaSet.of(owner), status.reading(), active, now)
        : Expectations.LATER;
  }

  private int terminating(ObjectNode owner, LabelSelector selector) {
    return (int)
        ControllerOwners.controlled(pods, owner).stream()
            .filter(PodStates::isTerminating)
            .filter(selector::matchesObject)
            .count();
  }

  /** What went wrong, if something did. */
  private @Nullable IOException manage(String key, ObjectNode owner, List<ObjectNode> active) {
    int surplus = active.size() - (int) ReplicaSet.of(owner).spec().replicas().number();
    try {
      if (surplus < 0) {
        create(key, owner, Math.min(-surplus, BURST));
      } else if (surplus > 0) {
        delete(key, owner, active, Math.min(surplus, BURST));
      }
      return null;
    } catch (ApiProblem e) {
      return PodControl.isNamespaceTerminating(e) ? null : e;
    } catch (IOException e) {
      return e;
    }
  }

  private void create(String key, ObjectNode owner, int count) throws IOException {
    PodTemplateSpec template = ReplicaSet.of(owner).spec().template();
    Batch.slowStart(
            Collections.nCopies(count, template.tree()),
            one ->
                expectations.written(
                    key, pods, control.create(owner, control.fromTemplate(owner, one))))
        .rethrow();
  }

  private void delete(String key, ObjectNode owner, List<ObjectNode> active, int count)
      throws IOException {
    DeletionOrder order = new DeletionOrder(related(owner, active), clock.instant());
    Batch.all(
            order.first(active, count),
            pod -> {
              control.deleteIfThere(owner, pod);
              expectations.deleted(key, pods, pod);
            })
        .rethrow();
  }

  /** The pods of all that have the same controller. */
  private List<ObjectNode> related(ObjectNode owner, List<ObjectNode> own) {
    String controller = ControllerOwners.controllerUid(owner);
    if (controller.isEmpty()) {
      return own;
    }
    List<ObjectNode> all = new ArrayList<>();
    for (ObjectNode sibling :
        ControllerOwners.controlled(owners, Meta.namespace(owner), controller)) {
      all.addAll(ControllerOwners.controlled(pods, sibling));
    }
    return all;
  }

  private static Requeue nextAvailability(
      ReplicaSet owner, ReplicaSetStatus status, List<ObjectNode> active, Instant now) {
    long minReady = owner.spec().minReadySeconds().number();
    if (minReady <= 0 || status.readyReplicas().number() == status.availableReplicas().number()) {
      return Requeue.NEVER;
    }
    return Requeue.after(
        active.stream()
            .flatMap(pod -> PodStates.untilAvailable(pod, minReady, now).stream())
            .filter(left -> !left.isZero())
            .min(Duration::compareTo)
            .orElse(Duration.ofSeconds(minReady)));
  }
}
