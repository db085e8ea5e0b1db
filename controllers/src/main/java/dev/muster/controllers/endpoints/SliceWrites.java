package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.client.api.ApiClient;
import dev.muster.client.api.ApiProblem;
import dev.muster.client.informers.Informer;
import dev.muster.controllers.objects.ControlledResources;
import dev.muster.controllers.objects.Meta;
import dev.muster.controllers.pods.PodControl;
import dev.muster.controllers.reconcile.Expectations;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Carries plans for EndpointSlices out. */
record SliceWrites(ApiClient client, Informer slices, Expectations expectations) {

  void carryOut(String key, ObjectNode service, SlicePlan plan, Optional<Instant> trigger)
      throws IOException {
    String path = ControlledResources.ENDPOINT_SLICES.path(Meta.namespace(service));
    for (ObjectNode slice : Meta.isBeingDeleted(service) ? List.<ObjectNode>of() : plan.create()) {
      try {
        expectations.written(key, slices, client.create(path, written(slice, trigger)));
      } catch (ApiProblem e) {
        if (PodControl.isNamespaceTerminating(e)) {
          return;
        }
        throw e;
      }
    }
    for (ObjectNode slice : plan.update()) {
      ObjectNode next = written(slice, trigger);
      expectations.written(key, slices, client.replace(path + "/" + Meta.name(slice), next));
    }
    for (ObjectNode slice : plan.delete()) {
      delete(key, slice);
    }
  }

  void delete(String key, ObjectNode slice) throws IOException {
    String path = ControlledResources.ENDPOINT_SLICES.path(Meta.namespace(slice), Meta.name(slice));
    try {
      client.delete(path, slice.objectNode());
    } catch (ApiProblem e) {
      if (!e.isNotFound()) {
        throw e;
      }
    }
    expectations.deleted(key, slices, slice);
  }

  /** Lists without elements are left out. */
  private static ObjectNode written(ObjectNode slice, Optional<Instant> trigger) {
    for (String list : List.of("endpoints", "ports")) {
      if (slice.path(list).isEmpty()) {
        slice.remove(list);
      }
    }
    return TriggerTimes.dated(slice, trigger);
  }
}
