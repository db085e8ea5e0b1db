package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.SameValues;
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

  private final ObjectNode endpoints;
  private final SlicePlan plan =
      new SlicePlan(new ArrayList<>(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());

  private MirroredSlices(ObjectNode endpoints) {
    this.endpoints = endpoints;
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
          new Group(slice.path("addressType").asText(), EndpointPort.read(slice.path("ports")));
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
    for (JsonNode subset : endpoints.path("subsets")) {
      List<EndpointPort> ports = EndpointPort.read(subset.path("ports"));
      int added = 0;
      for (String list : List.of("addresses", "notReadyAddresses")) {
        for (JsonNode address : subset.path(list)) {
          if (added == MOST) {
            skipped++;
            continue;
          }
          added++;
          String family = address.path("ip").asText().contains(":") ? "IPv6" : "IPv4";
          ObjectNode endpoint = endpoint(address, list.equals("addresses"));
          desired
              .computeIfAbsent(new Group(family, ports), each -> new LinkedHashMap<>())
              .put(PodEndpoint.identity(endpoint), endpoint);
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

  private static ObjectNode endpoint(JsonNode address, boolean ready) {
    ObjectNode endpoint = JsonNodeFactory.instance.objectNode();
    endpoint.putArray("addresses").add(address.path("ip").asText());
    endpoint.putObject("conditions").put("ready", ready);
    for (String field : List.of("hostname", "targetRef", "nodeName")) {
      JsonNode value = address.get(field);
      if (value != null && !(value.isTextual() && value.asText().isEmpty())) {
        endpoint.set(field, value);
      }
    }
    return endpoint;
  }

  private void fit(Group group, Map<Object, ObjectNode> wanted, List<ObjectNode> there) {
    there.stream().skip(1).forEach(plan.delete()::add);
    ObjectNode slice = slice(group);
    ArrayNode list = slice.putArray("endpoints");
    wanted.values().stream().limit(MOST).forEach(list::add);
    slice.set("ports", PodEndpoint.ports(group.ports()));
    if (there.isEmpty()) {
      plan.create().add(slice);
    } else if (!says(there.getFirst(), slice, wanted)) {
      plan.update().add(named(slice, there.getFirst()));
    }
  }

  private ObjectNode slice(Group group) {
    ObjectNode slice = JsonNodeFactory.instance.objectNode();
    slice.put("apiVersion", "discovery.k8s.io/v1").put("kind", "EndpointSlice");
    JsonNode of = endpoints.path("metadata");
    ObjectNode metadata = slice.putObject("metadata");
    metadata.put("generateName", of.path("name").asText() + "-");
    metadata.set("namespace", of.path("namespace"));
    ObjectNode labels = copy(of.path("labels"));
    labels.set(ServiceSlice.SERVICE, of.path("name"));
    metadata.set("labels", labels.put(ServiceSlice.MANAGED_BY, MANAGER));
    ObjectNode annotations = copy(of.path("annotations"));
    annotations.remove(List.of(TRIGGER, APPLIED));
    if (!annotations.isEmpty()) {
      metadata.set("annotations", annotations);
    }
    ObjectNode owner = metadata.putArray("ownerReferences").addObject();
    owner.put("apiVersion", "v1").put("kind", "Endpoints");
    owner.set("name", of.path("name"));
    owner.set("uid", of.path("uid"));
    owner.put("controller", true).put("blockOwnerDeletion", true);
    slice.put("addressType", group.family());
    return slice;
  }

  private static ObjectNode copy(JsonNode map) {
    return map instanceof ObjectNode some ? some.deepCopy() : JsonNodeFactory.instance.objectNode();
  }

  private static boolean says(ObjectNode there, ObjectNode slice, Map<Object, ObjectNode> wanted) {
    JsonNode was = there.path("metadata");
    JsonNode is = slice.path("metadata");
    if (!copy(was.path("labels")).equals(copy(is.path("labels")))
        || !copy(was.path("annotations")).equals(copy(is.path("annotations")))
        || !was.at("/ownerReferences/0/uid").equals(is.at("/ownerReferences/0/uid"))
        || there.path("endpoints").size() != slice.path("endpoints").size()) {
      return false;
    }
    for (JsonNode endpoint : there.path("endpoints")) {
      ObjectNode same = wanted.get(PodEndpoint.identity(endpoint));
      if (same == null || !SameValues.in(same, endpoint)) {
        return false;
      }
    }
    return true;
  }

  private static ObjectNode named(ObjectNode slice, ObjectNode like) {
    ObjectNode metadata = slice.withObjectProperty("metadata");
    metadata.remove("generateName");
    metadata.set("name", like.path("metadata").path("name"));
    return slice;
  }

  /** A new slice takes the place of one of its family that goes. */
  private void reuse() {
    for (ObjectNode slice : List.copyOf(plan.create())) {
      plan.delete().stream()
          .filter(gone -> gone.path("addressType").equals(slice.path("addressType")))
          .findFirst()
          .ifPresent(
              gone -> {
                plan.create().remove(slice);
                plan.delete().remove(gone);
                plan.update().add(named(slice, gone));
              });
    }
  }
}
