package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.observed.ObservedPod;
import dev.muster.views.CoreV1.EndpointSubset;
import dev.muster.views.CoreV1.MutableEndpointAddress;
import dev.muster.views.CoreV1.MutableEndpointPort;
import dev.muster.views.CoreV1.MutableEndpointSubset;
import dev.muster.views.CoreV1.Service;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The subsets of a Service's Endpoints: ports with the addresses that all of them have. */
final class Subsets {
  /** More addresses than that are not told. */
  static final int CAPACITY = 1000;

  private Subsets() {}

  private record Address(String ip, String uid, boolean ready) {}

  static ArrayNode of(ObjectNode service, List<ObservedPod> pods) {
    boolean unready = ServicePods.publishesUnready(Service.of(service));
    Map<EndpointPort, Map<Address, ObjectNode>> byPort =
        new TreeMap<>(PortHash.OF_ENDPOINTS.thenComparing(EndpointPort::toString));
    Map<Address, ObjectNode> portless = addresses();
    for (ObservedPod pod : pods) {
      List<String> ips = ServicePods.addresses(pod, ServicePods.firstFamily(Service.of(service)));
      if (ServicePods.has(pod, unready) && !ips.isEmpty()) {
        Address address = new Address(ips.getFirst(), pod.uid(), unready || pod.ready());
        MutableEndpointAddress written = written(service, pod, address);
        if (Service.of(service).spec().ports().isEmpty()
            && ServicePods.headless(Service.of(service))) {
          portless.put(address, written.tree());
        }
        for (EndpointPort port : EndpointPort.of(Service.of(service), pod)) {
          byPort.computeIfAbsent(port, each -> addresses()).put(address, written.tree());
        }
      }
    }
    Map<Map<Address, ObjectNode>, List<EndpointPort>> subsets = new LinkedHashMap<>();
    byPort.forEach(
        (port, them) -> subsets.computeIfAbsent(them, each -> new ArrayList<>()).add(port));
    if (!portless.isEmpty()) {
      subsets.put(portless, List.of());
    }
    ArrayNode out = JsonNodeFactory.instance.arrayNode();
    subsets.forEach((them, ports) -> out.add(subset(them, ports).tree()));
    return out;
  }

  private static Map<Address, ObjectNode> addresses() {
    return new TreeMap<>(
        Comparator.comparing(Address::ip)
            .thenComparing(Address::uid)
            .thenComparing(Address::ready));
  }

  private static MutableEndpointAddress written(
      ObjectNode service, ObservedPod pod, Address address) {
    MutableEndpointAddress out = MutableEndpointAddress.create().ip(address.ip());
    if (ServicePods.named(service, pod)) {
      out.hostname(pod.spec().hostname().text());
    }
    out.nodeName(pod.spec().nodeName().text());
    out.targetRef(PodEndpoint.reference(pod));
    return out;
  }

  private static MutableEndpointSubset subset(
      Map<Address, ObjectNode> addresses, List<EndpointPort> ports) {
    MutableEndpointSubset subset = MutableEndpointSubset.create();
    addresses.forEach(
        (address, written) ->
            subset
                .tree()
                .withArrayProperty(address.ready() ? "addresses" : "notReadyAddresses")
                .add(written));
    for (EndpointPort port : ports) {
      MutableEndpointPort each = subset.ports().add();
      if (!port.name().isEmpty()) {
        each.name(port.name());
      }
      each.port(port.number()).protocol(port.protocol());
      port.appProtocol().ifPresent(name -> each.appProtocol(name).tree());
    }
    return subset;
  }

  static int size(ArrayNode subsets) {
    return subsets
        .valueStream()
        .mapToInt(
            each ->
                EndpointSubset.of(each).addresses().size()
                    + EndpointSubset.of(each).notReadyAddresses().size())
        .sum();
  }

  /**
   * Leaves so many addresses that there are no more than {@link #CAPACITY}, ready ones first.
   *
   * @return whether there were more
   */
  static boolean truncate(ArrayNode subsets) {
    if (size(subsets) <= CAPACITY) {
      return false;
    }
    int ready =
        subsets.valueStream().mapToInt(each -> EndpointSubset.of(each).addresses().size()).sum();
    String list = ready > CAPACITY ? "addresses" : "notReadyAddresses";
    int room = ready > CAPACITY ? CAPACITY : CAPACITY - ready;
    int all = ready > CAPACITY ? ready : size(subsets) - ready;
    int left = room;
    for (int i = 0; i < subsets.size(); i++) {
      ObjectNode subset = (ObjectNode) subsets.get(i);
      if (ready > CAPACITY) {
        MutableEndpointSubset.of(subset).notReadyAddresses().remove();
      }
      if (subset.get(list) instanceof ArrayNode addresses) {
        int kept = Math.min(left, (int) Math.ceilDiv((long) addresses.size() * room, all));
        while (addresses.size() > kept) {
          addresses.remove(addresses.size() - 1);
        }
        left -= addresses.size();
      }
    }
    return true;
  }
}
