package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.events.EventBroadcaster;
import dev.muster.client.events.EventType;
import dev.muster.client.informers.Informer;
import dev.muster.client.queue.WorkQueue;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.EveryChange;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.reconcile.ControllerContext;
import dev.muster.controllers.reconcile.ControllerDescriptor;
import dev.muster.controllers.reconcile.Expectations;
import dev.muster.controllers.reconcile.Reconciler;
import dev.muster.controllers.reconcile.Requeue;
import dev.muster.views.CoreV1.Endpoints;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.MetaV1.ObjectMeta;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps EndpointSlices for Services without a selector, whose Endpoints somebody else makes. */
public final class SliceMirroringController implements Reconciler {
  private static final String SKIP = "endpointslice.kubernetes.io/skip-mirror";
  private static final String LEADER = "control-plane.alpha.kubernetes.io/leader";

  private final Informer services;
  private final Informer endpoints;
  private final Informer slices;
  private final SliceWrites writes;
  private final EventBroadcaster events;
  private final Expectations expectations;

  private SliceMirroringController(ControllerContext context) {
    this.services = context.informers().of(ControlledResources.SERVICES);
    this.endpoints = context.informers().of(ControlledResources.ENDPOINTS);
    this.slices = context.informers().of(ControlledResources.ENDPOINT_SLICES);
    this.events = context.events();
    this.expectations = new Expectations(context.clock());
    this.writes = new SliceWrites(context.client(), slices, expectations);
    WorkQueue queue = context.queue();
    EveryChange itself = new EveryChange(object -> queue.add(Informer.key(object)));
    services.handle(itself);
    endpoints.handle(itself);
    slices.handle(
        new EveryChange(
            slice -> {
              if (isOurs(slice)) {
                queue.add(serviceKey(slice));
              }
            }));
  }

  public static ControllerDescriptor descriptor() {
    return new ControllerDescriptor(
        "endpointslice-mirroring-controller",
        List.of("endpointslicemirroring"),
        "endpointslicemirroring-controller",
        "endpoint-slice-mirroring-controller",
        5,
        SliceMirroringController::new);
  }

  private static String label(JsonNode object, String name) {
    return ObjectMeta.ofObject(object).labels().get(name).text();
  }

  private static boolean isOurs(JsonNode slice) {
    return label(slice, ServiceSlice.MANAGED_BY).equals(MirroredSlices.MANAGER);
  }

  private static String serviceKey(JsonNode slice) {
    return Meta.namespace(slice) + "/" + label(slice, ServiceSlice.SERVICE);
  }

  @Override
  public Requeue reconcile(String key) throws IOException {
    ObjectNode of = endpoints.get(key);
    List<ObjectNode> existing =
        slices.inNamespace(key.substring(0, key.indexOf('/'))).stream()
            .filter(slice -> isOurs(slice) && serviceKey(slice).equals(key))
            .filter(slice -> !Meta.isBeingDeleted(slice))
            .toList();
    if (of == null || !isMirrored(of, services.get(key))) {
      expectations.forget(key);
      for (ObjectNode slice : existing) {
        writes.delete(key, slice);
      }
      return Requeue.NEVER;
    }
    if (!expectations.satisfied(key)) {
      return Expectations.LATER;
    }
    SlicePlan plan = MirroredSlices.plan(of, existing);
    for (String problem : plan.problems()) {
      events.event(of, EventType.WARNING, "TooManyAddressesToMirror", problem);
    }
    writes.carryOut(key, of, plan, Optional.empty());
    return Requeue.NEVER;
  }

  /** Those of Services that select pods have slices of their own; others say themselves. */
  private static boolean isMirrored(ObjectNode endpoints, @Nullable ObjectNode service) {
    return service != null
        && Service.of(service).spec().selector().absent()
        && !label(endpoints, SKIP).equals("true")
        && !Endpoints.of(endpoints).metadata().annotations().has(LEADER);
  }
}
