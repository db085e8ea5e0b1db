package dev.muster.controllers.disruption;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiResource;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.EveryChange;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.objects.SameValues;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.controllers.scale.ScaleSubresource.NoScaleException;
import dev.muster.model.selector.LabelSelector;
import dev.muster.views.MetaV1;
import dev.muster.views.PolicyV1.MutablePodDisruptionBudget;
import dev.muster.views.PolicyV1.PodDisruptionBudget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;

/** Keeps the status of PodDisruptionBudgets, which evictions take from. */
public final class DisruptionController implements Reconciler {
  private final Informer budgets;
  private final Informer pods;
  private final WorkQueue queue;
  private final ControllerScales scales;
  private final ApiClient client;
  private final EventBroadcaster events;
  private final InstantSource clock;

  private DisruptionController(ControllerContext context) {
    this.budgets = context.informers().of(ControlledResources.BUDGETS);
    this.pods = context.informers().of(ControlledResources.PODS);
    this.queue = context.queue();
    this.client = context.client();
    this.events = context.events();
    this.clock = context.clock();
    this.scales = new ControllerScales(client, context.informers());
    budgets.handle(new EveryChange(budget -> queue.add(Informer.key(budget))));
    pods.handle(new EveryChange(this::podChanged));
    for (ApiResource owners :
        List.of(
            ControlledResources.DEPLOYMENTS,
            ControlledResources.REPLICA_SETS,
            ControlledResources.STATEFUL_SETS,
            ControlledResources.REPLICATION_CONTROLLERS)) {
      context.informers().of(owners).handle(new EveryChange(this::ownerChanged));
    }
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "disruption-controller",
        List.of("disruption"),
        "disruption-controller",
        "controllermanager",
        1,
        DisruptionController::new);
  }

  private void podChanged(ObjectNode pod) {
    for (ObjectNode budget : budgets.inNamespace(Meta.namespace(pod))) {
      if (selects(PodDisruptionBudget.of(budget), pod)) {
        queue.add(Informer.key(budget));
      }
    }
  }

  /** Its number of pods may be another one: whose pods they are is seen when they are counted. */
  private void ownerChanged(ObjectNode owner) {
    for (ObjectNode budget : budgets.inNamespace(Meta.namespace(owner))) {
      if (!PodDisruptionBudget.of(budget).spec().minAvailable().node().isNumber()) {
        queue.add(Informer.key(budget));
      }
    }
  }

  /** No selector selects nothing, an empty one everything. */
  private static boolean selects(PodDisruptionBudget budget, JsonNode pod) {
    MetaV1.LabelSelector selector = budget.spec().selector();
    return selector.present() && LabelSelector.of(selector.tree()).matchesObject(pod);
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode budget = budgets.get(key);
    if (budget == null) {
      return Requeue.NEVER;
    }
    List<ObservedPod> selected =
        pods.inNamespace(Meta.namespace(budget)).stream()
            .filter(pod -> selects(PodDisruptionBudget.of(budget), pod))
            .map(ObservedPod::new)
            .toList();
    if (selected.isEmpty()) {
      events.event(budget, EventType.NORMAL, "NoPods", "No matching pods found");
    }
    Instant now = clock.instant();
    ExpectedPods expected;
    try {
      expected = ExpectedPods.of(PodDisruptionBudget.of(budget), selected, scales);
    } catch (NoScaleException e) {
      String why = Objects.requireNonNullElse(e.getMessage(), "");
      events.event(
          budget,
          EventType.WARNING,
          "CalculateExpectedPodCountFailed",
          "Failed to calculate the number of expected pods: " + why);
      write(budget, BudgetStatus.failed(budget, why, now));
      return Requeue.NEVER;
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
    if (expected.unmanaged()) {
      events.event(
          budget, EventType.WARNING, "UnmanagedPods", unmanaged(PodDisruptionBudget.of(budget)));
    }
    BudgetStatus found = BudgetStatus.of(budget, selected, expected, now);
    for (ObservedPod pod : found.notDeleted()) {
      events.event(
          pod.tree(),
          EventType.WARNING,
          "NotDeleted",
          "Pod was expected by PDB %s/%s to be deleted but it wasn't"
              .formatted(Meta.namespace(budget), Meta.namespace(budget)));
    }
    write(budget, found.status());
    return found.recheck().map(Requeue::after).orElse(Requeue.NEVER);
  }

  private static String unmanaged(PodDisruptionBudget budget) {
    return "Pods selected by this PodDisruptionBudget (selector: %s) were found to be unmanaged. As a result, the status of the PDB cannot be calculated correctly, which may result in undefined behavior. To account for these pods please set \".spec.minAvailable\" field of the PDB to an integer value."
        .formatted(SelectorText.of(budget.spec().selector()));
  }

  private void write(ObjectNode budget, ObjectNode status) throws IOException {
    if (!SameValues.in(status, PodDisruptionBudget.of(budget).status().tree())) {
      ObjectNode next = budget.deepCopy();
      MutablePodDisruptionBudget.of(next).status().set(status);
      String path = ControlledResources.BUDGETS.path(Meta.namespace(budget), Meta.name(budget));
      client.replace(path + "/status", next);
    }
  }
}
