package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.DiscoveryV1.Endpoint;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import dev.muster.views.DiscoveryV1.MutableEndpoint;
import dev.muster.views.DiscoveryV1.MutableEndpointSlice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * What to do with the EndpointSlices of a Service for one family of addresses. Few writes come
 * before full slices: each write goes to every node.
 *
 * @param problems pods that were left out, in words
 */
record SlicePlan(
    List<ObjectNode> create,
    List<ObjectNode> update,
    List<ObjectNode> delete,
    List<String> problems) {
  static final int ENDPOINTS = 100;

  /**
   * @param existing the Service's slices of this family that are this controller's
   * @param zoneOf the zone of a node, empty if it has none; nothing if there is no such node
   */
  static SlicePlan of(
      ObjectNode service,
      String family,
      List<ObservedPod> pods,
      List<ObjectNode> existing,
      Function<String, Optional<String>> zoneOf) {
    SlicePlan plan =
        new SlicePlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    Map<List<EndpointPort>, List<ObjectNode>> byPorts = new LinkedHashMap<>();
    for (ObjectNode slice : existing) {
      if (ServiceSlice.owned(EndpointSlice.of(slice), Service.of(service))) {
        byPorts
            .computeIfAbsent(
                EndpointPort.read(EndpointSlice.of(slice).ports().at().node()),
                each -> new ArrayList<>())
            .add(slice);
      } else {
        plan.delete.add(slice);
      }
    }
    Map<List<EndpointPort>, Map<Object, ObjectNode>> desired =
        desired(service, family, pods, zoneOf, plan.problems);
    desired.forEach(
        (ports, endpoints) -> {
          List<ObjectNode> there = byPorts.remove(ports);
          plan.fit(service, family, ports, there == null ? List.of() : there, endpoints);
        });
    byPorts.values().forEach(plan.delete::addAll);
    plan.keepOne(service, family, existing);
    plan.reuse(service);
    return plan;
  }

  private static Map<List<EndpointPort>, Map<Object, ObjectNode>> desired(
      ObjectNode service,
      String family,
      List<ObservedPod> pods,
      Function<String, Optional<String>> zoneOf,
      List<String> problems) {
    Map<List<EndpointPort>, Map<Object, ObjectNode>> desired = new LinkedHashMap<>();
    for (ObservedPod pod : pods) {
      if (!ServicePods.has(pod, true)) {
        continue;
      }
      List<EndpointPort> ports = new ArrayList<>(EndpointPort.of(Service.of(service), pod));
      ports.sort(PortHash.OF_SLICES);
      Map<Object, ObjectNode> endpoints =
          desired.computeIfAbsent(ports, each -> new LinkedHashMap<>());
      String node = pod.spec().nodeName().text();
      Optional<String> zone = zoneOf.apply(node);
      if (zone.isEmpty() && !ServicePods.publishesUnready(Service.of(service))) {
        problems.add(
            "skipping Pod %s for Service %s/%s: Node %s Not Found"
                .formatted(
                    pod.name(),
                    pod.namespace(),
                    Service.of(service).metadata().name().text(),
                    node));
        continue;
      }
      List<String> addresses = ServicePods.addresses(pod, family);
      if (!addresses.isEmpty()) {
        MutableEndpoint endpoint = PodEndpoint.of(service, pod, addresses, zone.orElse(""));
        endpoints.put(PodEndpoint.identity(endpoint.reading()), endpoint.tree());
      }
    }
    return desired;
  }

  /** Brings these endpoints into the slices that have their ports. */
  private void fit(
      ObjectNode service,
      String family,
      List<EndpointPort> ports,
      List<ObjectNode> slices,
      Map<Object, ObjectNode> endpoints) {
    List<ObjectNode> unchanged = new ArrayList<>();
    List<ObjectNode> changed = new ArrayList<>();
    ObjectNode labels = ServiceSlice.labels(service);
    for (ObjectNode slice : slices) {
      ArrayNode kept = slice.arrayNode();
      for (Endpoint endpoint : EndpointSlice.of(slice).endpoints()) {
        ObjectNode wanted = endpoints.remove(PodEndpoint.identity(endpoint));
        if (wanted != null) {
          kept.add(wanted);
        }
      }
      boolean same =
          ServiceSlice.sameBeyondHints(kept, EndpointSlice.of(slice).endpoints())
              && labels.equals(EndpointSlice.of(slice).metadata().labels().node());
      if (same) {
        unchanged.add(slice);
      } else if (kept.isEmpty() && !EndpointSlice.of(slice).endpoints().isEmpty()) {
        delete.add(slice);
      } else {
        changed.add(ServiceSlice.with(slice, labels, kept).tree());
      }
    }
    changed.sort(
        (a, b) ->
            Integer.compare(
                EndpointSlice.of(b).endpoints().size(), EndpointSlice.of(a).endpoints().size()));
    changed.forEach(slice -> fill(MutableEndpointSlice.of(slice), endpoints));
    while (!endpoints.isEmpty()) {
      Optional<ObjectNode> room = withRoom(unchanged, endpoints.size());
      room.ifPresent(unchanged::remove);
      ObjectNode slice =
          room.map(
                  each ->
                      ServiceSlice.with(
                              each,
                              labels,
                              (ArrayNode) EndpointSlice.of(each).endpoints().at().node().deepCopy())
                          .tree())
              .orElseGet(() -> ServiceSlice.empty(service, family, ports).tree());
      fill(MutableEndpointSlice.of(slice), endpoints);
      (room.isPresent() ? changed : create).add(slice);
    }
    update.addAll(changed);
  }

  private static void fill(MutableEndpointSlice slice, Map<Object, ObjectNode> endpoints) {
    ArrayNode list = slice.endpoints().list();
    for (var rest = endpoints.values().iterator(); rest.hasNext() && list.size() < ENDPOINTS; ) {
      list.add(rest.next());
      rest.remove();
    }
  }

  /** The slice that they fill best; none if they need one of their own. */
  private static Optional<ObjectNode> withRoom(List<ObjectNode> slices, int more) {
    return slices.stream()
        .filter(slice -> EndpointSlice.of(slice).endpoints().size() + more <= ENDPOINTS)
        .filter(slice -> EndpointSlice.of(slice).endpoints().size() > 0)
        .max(
            (a, b) ->
                Integer.compare(
                    EndpointSlice.of(a).endpoints().size(),
                    EndpointSlice.of(b).endpoints().size()));
  }

  /** A Service has at least one slice of each family, though it may be empty. */
  private void keepOne(ObjectNode service, String family, List<ObjectNode> existing) {
    if (delete.size() != existing.size() || !create.isEmpty()) {
      return;
    }
    MutableEndpointSlice empty = ServiceSlice.empty(service, family, List.of());
    if (delete.size() == 1 && ServiceSlice.isPlaceholder(delete.getFirst(), empty)) {
      delete.clear();
    } else {
      create.add(empty.tree());
    }
  }

  /** A new slice takes the place of one that goes. */
  private void reuse(ObjectNode service) {
    for (var gone = delete.iterator(); gone.hasNext() && !create.isEmpty(); ) {
      EndpointSlice old = EndpointSlice.of(gone.next());
      if (ServiceSlice.owned(old, Service.of(service))) {
        ObjectNode slice = create.removeLast();
        MutableEndpointSlice.of(slice).metadata().ensure().name().set(old.metadata().name().node());
        update.add(slice);
        gone.remove();
      }
    }
  }
}
