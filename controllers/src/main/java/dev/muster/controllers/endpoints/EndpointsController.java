package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.EveryChange;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.pods.PodControl;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.views.CoreV1.Service;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps the Endpoints of Services that select their pods, for those who still read them. */
public final class EndpointsController implements Reconciler {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** An Endpoints object that is none, but a lock of those who elect a leader. */
  private static final String LOCK = "control-plane.alpha.kubernetes.io/leader";

  private final Informer services;
  private final Informer pods;
  private final Informer endpoints;
  private final ApiClient client;
  private final EventBroadcaster events;
  private final Expectations expectations;
  private final WorkQueue queue;
  private final TriggerTimes times = new TriggerTimes();

  /** Keys of Services that were deleted: what stood behind them goes, whoever made it. */
  private final Set<String> gone = ConcurrentHashMap.newKeySet();

  private EndpointsController(ControllerContext context) {
    this.services = context.informers().of(ControlledResources.SERVICES);
    this.pods = context.informers().of(ControlledResources.PODS);
    this.endpoints = context.informers().of(ControlledResources.ENDPOINTS);
    this.client = context.client();
    this.events = context.events();
    this.expectations = new Expectations(context.clock());
    this.queue = context.queue();
    services.handle(new EveryChange(this::serviceChanged));
    pods.handle(new PodsOfServices(services, queue));
    endpoints.handle(new EveryChange(object -> queue.add(Informer.key(object))));
  }

  private void serviceChanged(ObjectNode service) {
    String key = Informer.key(service);
    if (services.get(key) == null) {
      gone.add(key);
    }
    queue.add(key);
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "endpoints-controller",
        List.of("endpoint"),
        "endpoint-controller",
        "endpoint-controller",
        5,
        EndpointsController::new);
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    if (!expectations.satisfied(key)) {
      return Requeue.after(PATIENCE);
    }
    ObjectNode service = services.get(key);
    ObjectNode current = endpoints.get(key);
    if (service == null) {
      times.forget(key);
      expectations.forget(key);
      deleteLeftOver(current, gone.contains(key));
      gone.remove(key);
      return Requeue.NEVER;
    }
    gone.remove(key);
    if (!ServicePods.selects(Service.of(service))) {
      return Requeue.NEVER;
    }
    List<ObservedPod> selected = PodsOfServices.selected(service, pods);
    TriggerTimes.Trigger trigger = times.next(key, service, selected);
    ServiceEndpoints wanted = ServiceEndpoints.of(service, selected);
    if (current == null || !wanted.isIn(current)) {
      write(key, service, current, wanted.over(current, trigger.time()));
    }
    trigger.told().run();
    return Requeue.NEVER;
  }

  private void write(String key, ObjectNode service, @Nullable ObjectNode current, ObjectNode next)
      throws IOException {
    String path = ControlledResources.ENDPOINTS.path(Meta.namespace(service));
    String of = Meta.namespace(service) + "/" + Meta.name(service);
    try {
      ObjectNode written =
          current == null
              ? client.create(path, next)
              : client.replace(path + "/" + Meta.name(service), next);
      expectations.written(key, endpoints, written);
    } catch (ApiProblem e) {
      if (current == null && PodControl.isNamespaceTerminating(e)) {
        return;
      }
      events.event(
          next,
          EventType.WARNING,
          current == null ? "FailedToCreateEndpoint" : "FailedToUpdateEndpoint",
          (current == null
                  ? "Failed to create endpoint for service " + of
                  : "Failed to update endpoint " + of)
              + ": "
              + e.getMessage());
      throw e;
    }
  }

  /**
   * @param seen whether the Service was seen to go; if it went while nobody looked, what others
   *     made by hand or as a lock stays
   */
  private void deleteLeftOver(@Nullable ObjectNode current, boolean seen) throws IOException {
    boolean ours =
        current != null
            && !Meta.annotations(current).containsKey(LOCK)
            && ServiceEndpoints.isOurs(current);
    if (current == null || !ours && !seen) {
      return;
    }
    try {
      client.delete(
          ControlledResources.ENDPOINTS.path(Meta.namespace(current), Meta.name(current)),
          current.objectNode());
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
  }
}
