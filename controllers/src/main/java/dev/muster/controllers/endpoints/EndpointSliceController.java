package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.client.informers.ObjectHandler;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.EveryChange;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.model.field.At;
import dev.muster.views.CoreV1;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the EndpointSlices of Services that select their pods. */
public final class EndpointSliceController implements Reconciler {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Informer services;
  private final Informer pods;
  private final Informer slices;
  private final Informer nodes;
  private final SliceWrites writes;
  private final EventBroadcaster events;
  private final Expectations expectations;
  private final TriggerTimes times = new TriggerTimes();

  /** Keys of Services that have a pod on a node which is not there yet. */
  private final Set<String> waiting = ConcurrentHashMap.newKeySet();

  private EndpointSliceController(ControllerContext context) {
    this.services = context.informers().of(ControlledResources.SERVICES);
    this.pods = context.informers().of(ControlledResources.PODS);
    this.slices = context.informers().of(ControlledResources.ENDPOINT_SLICES);
    this.nodes = context.informers().of(ControlledResources.NODES);
    this.events = context.events();
    this.expectations = new Expectations(context.clock());
    this.writes = new SliceWrites(context.client(), slices, expectations);
    WorkQueue queue = context.queue();
    services.handle(new EveryChange(service -> queue.add(Informer.key(service))));
    pods.handle(new PodsOfServices(services, queue));
    slices.handle(new EveryChange(slice -> queue.add(serviceKey(slice))));
    nodes.handle(new NewNodes(() -> waiting.forEach(queue::add)));
  }

  /** Nodes change all the time; only one that was not there before matters here. */
  private record NewNodes(Runnable look) implements ObjectHandler {
    @Override
    public void added(ObjectNode node) {
      look.run();
    }

    @Override
    public void updated(ObjectNode before, ObjectNode after) {}

    @Override
    public void deleted(ObjectNode last) {}
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "endpointslice-controller",
        List.of("endpointslice"),
        "endpointslice-controller",
        "endpoint-slice-controller",
        5,
        EndpointSliceController::new);
  }

  private static String serviceKey(ObjectNode slice) {
    At labels = EndpointSlice.of(slice).metadata().labels();
    return Meta.namespace(slice) + "/" + labels.get(ServiceSlice.SERVICE).text();
  }

  private static boolean isOurs(EndpointSlice slice) {
    return slice
        .metadata()
        .labels()
        .get(ServiceSlice.MANAGED_BY)
        .text()
        .equals(ServiceSlice.MANAGER);
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode service = services.get(key);
    if (service == null) {
      times.forget(key);
      waiting.remove(key);
      expectations.forget(key);
      return Requeue.NEVER;
    }
    if (!ServicePods.selects(Service.of(service))) {
      return Requeue.NEVER;
    }
    if (!expectations.satisfied(key)) {
      return Requeue.after(PATIENCE);
    }
    List<ObservedPod> selected = PodsOfServices.selected(service, pods);
    List<ObjectNode> existing =
        slices.inNamespace(Meta.namespace(service)).stream()
            .filter(slice -> serviceKey(slice).equals(key) && isOurs(EndpointSlice.of(slice)))
            .filter(slice -> !Meta.isBeingDeleted(slice))
            .toList();
    TriggerTimes.Trigger trigger = times.next(key, service, selected);
    Set<String> families = ServicePods.families(Service.of(service));
    List<String> problems = new ArrayList<>();
    for (String family : families) {
      List<ObjectNode> those =
          existing.stream()
              .filter(slice -> EndpointSlice.of(slice).addressType().text().equals(family))
              .toList();
      SlicePlan plan = SlicePlan.of(service, family, selected, those, this::zone);
      writes.carryOut(key, service, plan, trigger.time());
      problems.addAll(plan.problems());
    }
    for (ObjectNode slice : existing) {
      if (!families.contains(EndpointSlice.of(slice).addressType().text())) {
        writes.delete(key, slice);
      }
    }
    trigger.told().run();
    if (problems.isEmpty()) {
      waiting.remove(key);
      return Requeue.NEVER;
    }
    waiting.add(key);
    String why =
        problems.size() == 1 ? problems.getFirst() : "[" + String.join(", ", problems) + "]";
    events.event(
        service,
        EventType.WARNING,
        "FailedToUpdateEndpointSlices",
        "Error updating Endpoint Slices for Service %s/%s: %s"
            .formatted(Meta.namespace(service), Meta.name(service), why));
    return Requeue.NEVER;
  }

  private Optional<String> zone(String node) {
    return Optional.ofNullable(node.isEmpty() ? null : nodes.get(node))
        .map(
            found -> CoreV1.Node.of(found).metadata().labels().text("topology.kubernetes.io/zone"));
  }
}
