package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.SameValues;
import dev.muster.views.CoreV1.EndpointAddress;
import dev.muster.views.CoreV1.EndpointSubset;
import dev.muster.views.CoreV1.Endpoints;
import dev.muster.views.DiscoveryV1.Endpoint;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import dev.muster.views.DiscoveryV1.MutableEndpoint;
import dev.muster.views.DiscoveryV1.MutableEndpointSlice;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutableOwnerReference;
import dev.muster.views.MetaV1.ObjectMeta;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The EndpointSlices that say what Endpoints say which somebody made by hand. Pure. */
final class MirroredSlices {
  static final String MANAGER = "endpointslicemirroring-controller.k8s.io";
  static final int MOST = 1000;

  private static final String TRIGGER = "endpoints.kubernetes.io/last-change-trigger-time";
  private static final String APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

  /** Slices of one family with the same ports are one. */
  private record Group(String family, List<EndpointPort> ports) {}

  private final Endpoints endpoints;
  private final SlicePlan plan =
      new SlicePlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

  private MirroredSlices(ObjectNode endpoints) {
    this.endpoints = Endpoints.of(endpoints);
  }

  /**
   * What to do.
   *
   * @param existing slices that are this controller's, of these Endpoints
   */
  static SlicePlan plan(ObjectNode endpoints, List<ObjectNode> existing) {
    MirroredSlices mirrored = new MirroredSlices(endpoints);
    Map<Group, List<ObjectNode>> there = new LinkedHashMap<>();
    for (ObjectNode slice : existing) {
      Group group =
          new Group(
              EndpointSlice.of(slice).addressType().text(),
              EndpointPort.read(EndpointSlice.of(slice).ports().at().node()));
      there.computeIfAbsent(group, each -> new ArrayList<>()).add(slice);
    }
    mirrored
        .desired()
        .forEach(
            (group, wanted) -> {
              List<ObjectNode> slices = there.remove(group);
              mirrored.fit(group, wanted, slices == null ? List.of() : slices);
            });
    there.values().forEach(mirrored.plan.delete()::addAll);
    mirrored.reuse();
    return mirrored.plan;
  }

  private Map<Group, Map<Object, ObjectNode>> desired() {
    Map<Group, Map<Object, ObjectNode>> desired = new LinkedHashMap<>();
    int skipped = 0;
    for (EndpointSubset subset : endpoints.subsets()) {
      List<EndpointPort> ports = EndpointPort.read(subset.ports().at().node());
      int added = 0;
      for (String list : List.of("addresses", "notReadyAddresses")) {
        for (JsonNode address : subset.tree().path(list)) {
          if (added == MOST) {
            skipped++;
            continue;
          }
          added++;
          String family = EndpointAddress.of(address).ip().text().contains(":") ? "IPv6" : "IPv4";
          MutableEndpoint endpoint =
              endpoint(EndpointAddress.of(address), list.equals("addresses"));
          desired
              .computeIfAbsent(new Group(family, ports), each -> new LinkedHashMap<>())
              .put(PodEndpoint.identity(endpoint.reading()), endpoint.tree());
        }
      }
    }
    if (skipped > 0) {
      plan.problems()
          .add(
              ("A max of %d addresses can be mirrored to EndpointSlices per Endpoints subset. %d"
                      + " addresses were skipped")
                  .formatted(MOST, skipped));
    }
    return desired;
  }

  private static MutableEndpoint endpoint(EndpointAddress address, boolean ready) {
    MutableEndpoint endpoint = MutableEndpoint.create();
    endpoint.addresses().list().add(address.ip().text());
    endpoint.conditions().replace().ready(ready);
    for (String field : List.of("hostname", "targetRef", "nodeName")) {
      JsonNode value = address.tree().get(field);
      if (value != null && !(value.isTextual() && value.asText().isEmpty())) {
        endpoint.tree().set(field, value);
      }
    }
    return endpoint;
  }

  private void fit(Group group, Map<Object, ObjectNode> wanted, List<ObjectNode> there) {
    there.stream().skip(1).forEach(plan.delete()::add);
    MutableEndpointSlice slice = slice(group);
    ArrayNode list = slice.endpoints().replace();
    wanted.values().stream().limit(MOST).forEach(list::add);
    slice.ports().set(PodEndpoint.ports(group.ports()));
    if (there.isEmpty()) {
      plan.create().add(slice.tree());
    } else if (!says(there.getFirst(), slice, wanted)) {
      plan.update().add(named(slice, there.getFirst()).tree());
    }
  }

  private MutableEndpointSlice slice(Group group) {
    MutableEndpointSlice slice = MutableEndpointSlice.create();
    slice.apiVersion("discovery.k8s.io/v1").kind("EndpointSlice");
    ObjectMeta of = endpoints.metadata();
    MutableObjectMeta metadata = slice.metadata().replace();
    metadata.generateName(of.name().text() + "-");
    metadata.namespace().set(of.namespace().node());
    ObjectNode labels = copy(of.labels().node());
    labels.set(ServiceSlice.SERVICE, of.name().node());
    metadata.labels().set(labels.put(ServiceSlice.MANAGED_BY, MANAGER));
    ObjectNode annotations = copy(of.annotations().node());
    annotations.remove(List.of(TRIGGER, APPLIED));
    if (!annotations.isEmpty()) {
      metadata.annotations().set(annotations);
    }
    MutableOwnerReference owner = metadata.ownerReferences().add();
    owner.apiVersion("v1").kind("Endpoints");
    owner.name().set(of.name().node());
    owner.uid().set(of.uid().node());
    owner.controller(true).blockOwnerDeletion(true);
    slice.addressType(group.family());
    return slice;
  }

  private static ObjectNode copy(JsonNode map) {
    return map instanceof ObjectNode some ? some.deepCopy() : JsonNodeFactory.instance.objectNode();
  }

  private static boolean says(
      ObjectNode there, MutableEndpointSlice slice, Map<Object, ObjectNode> wanted) {
    ObjectMeta was = EndpointSlice.of(there).metadata();
    ObjectMeta is = slice.reading().metadata();
    if (!copy(was.labels().node()).equals(copy(is.labels().node()))
        || !copy(was.annotations().node()).equals(copy(is.annotations().node()))
        || !was.tree().at("/ownerReferences/0/uid").equals(is.tree().at("/ownerReferences/0/uid"))
        || EndpointSlice.of(there).endpoints().size() != slice.endpoints().node().size()) {
      return false;
    }
    for (Endpoint endpoint : EndpointSlice.of(there).endpoints()) {
      ObjectNode same = wanted.get(PodEndpoint.identity(endpoint));
      if (same == null || !SameValues.in(same, endpoint.tree())) {
        return false;
      }
    }
    return true;
  }

  private static MutableEndpointSlice named(MutableEndpointSlice slice, ObjectNode like) {
    MutableObjectMeta metadata = slice.metadata().ensure();
    metadata.generateName().remove();
    metadata.name().set(EndpointSlice.of(like).metadata().name().node());
    return slice;
  }

  /** A new slice takes the place of one of its family that goes. */
  private void reuse() {
    for (ObjectNode slice : List.copyOf(plan.create())) {
      plan.delete().stream()
          .filter(
              gone ->
                  EndpointSlice.of(gone)
                      .addressType()
                      .node()
                      .equals(EndpointSlice.of(slice).addressType().node()))
          .findFirst()
          .ifPresent(
              gone -> {
                plan.create().remove(slice);
                plan.delete().remove(gone);
                plan.update().add(named(MutableEndpointSlice.of(slice), gone).tree());
              });
    }
  }
}
