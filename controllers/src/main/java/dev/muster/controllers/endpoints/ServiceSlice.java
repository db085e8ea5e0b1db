package dev.muster.controllers.endpoints;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.controllers.objects.SameValues;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.DiscoveryV1.Endpoint;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import dev.muster.views.DiscoveryV1.MutableEndpointSlice;
import dev.muster.views.MetaV1.MutableObjectMeta;
import dev.muster.views.MetaV1.MutableOwnerReference;
import dev.muster.views.MetaV1.ObjectMeta;
import dev.muster.views.ViewList;
import java.util.List;

/** An EndpointSlice that belongs to a Service. */
final class ServiceSlice {
  static final String SERVICE = "kubernetes.io/service-name";
  static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
  static final String MANAGER = "endpointslice-controller.k8s.io";
  static final String HEADLESS = "service.kubernetes.io/headless";

  private ServiceSlice() {}

  static boolean owned(EndpointSlice slice, Service service) {
    return slice.metadata().ownerReferences().stream()
        .anyMatch(
            owner ->
                owner.uid().node().equals(service.metadata().uid().node())
                    && owner.kind().text().equals("Service")
                    && owner.apiVersion().text().equals("v1"));
  }

  /** The Service's labels, and those that say whose it is. */
  static ObjectNode labels(ObjectNode service) {
    ObjectNode labels = service.objectNode();
    Service.of(service)
        .metadata()
        .labels()
        .node()
        .forEachEntry((name, value) -> labels.set(name, value));
    labels.remove(List.of(SERVICE, MANAGED_BY, HEADLESS));
    if (ServicePods.headless(Service.of(service))) {
      labels.put(HEADLESS, "");
    }
    return labels
        .put(SERVICE, Service.of(service).metadata().name().text())
        .put(MANAGED_BY, MANAGER);
  }

  static MutableEndpointSlice empty(ObjectNode service, String family, List<EndpointPort> ports) {
    MutableEndpointSlice slice = MutableEndpointSlice.create();
    slice.apiVersion("discovery.k8s.io/v1").kind("EndpointSlice");
    MutableObjectMeta metadata = slice.metadata().replace();
    ObjectMeta of = Service.of(service).metadata();
    String prefix = of.name().text() + "-";
    metadata.generateName(prefix);
    metadata.namespace().set(of.namespace().node());
    metadata.labels().set(labels(service));
    MutableOwnerReference owner = metadata.ownerReferences().add();
    owner.apiVersion("v1").kind("Service");
    owner.name().set(of.name().node());
    owner.uid().set(of.uid().node());
    owner.controller(true).blockOwnerDeletion(true);
    slice.addressType(family);
    slice.endpoints().replace();
    slice.ports().set(PodEndpoint.ports(ports));
    return slice;
  }

  static MutableEndpointSlice with(ObjectNode slice, ObjectNode labels, ArrayNode endpoints) {
    MutableEndpointSlice out = MutableEndpointSlice.of(slice.deepCopy());
    out.metadata().ensure().labels().set(labels.deepCopy());
    out.endpoints().set(endpoints);
    return out;
  }

  static boolean isPlaceholder(ObjectNode slice, MutableEndpointSlice empty) {
    return EndpointSlice.of(slice).endpoints().isEmpty()
        && EndpointSlice.of(slice).ports().isEmpty()
        && EndpointSlice.of(slice).addressType().node().equals(empty.addressType().node())
        && EndpointSlice.of(slice)
            .metadata()
            .labels()
            .node()
            .equals(empty.reading().metadata().labels().node());
  }

  static boolean sameBeyondHints(ArrayNode one, ViewList<Endpoint> other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (int i = 0; i < one.size(); i++) {
      if (!(other.get(i).tree() instanceof ObjectNode theirs)
          || !SameValues.in(one.get(i), theirs.deepCopy().without("hints"))) {
        return false;
      }
    }
    return true;
  }
}
