package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.Entry;
import dev.muster.store.Snapshot;
import dev.muster.store.Store;
import dev.muster.views.ApiregistrationV1.APIServiceSpec;
import dev.muster.views.CoreV1.Service;
import dev.muster.views.CoreV1.ServicePort;
import dev.muster.views.CoreV1.ServiceSpec;
import dev.muster.views.DiscoveryV1.EndpointSlice;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a service cannot answer for a group of the API, in Kubernetes' words. There always is a
 * reason: this server does not forward requests to others.
 */
final class ServiceAvailability {
  private static final String SERVICE_NAME = "kubernetes.io/service-name";

  private final Store<StoredObject> store;
  private final Kind services;
  private final Kind slices;

  ServiceAvailability(Store<StoredObject> store, Kinds kinds) {
    this.store = store;
    this.services = kinds.byKind("v1", "Service").orElseThrow();
    this.slices = kinds.byKind("discovery.k8s.io/v1", "EndpointSlice").orElseThrow();
  }

  /** What stands in the condition. */
  record Fault(String reason, String message) {}

  /**
   * @param spec of the APIService
   */
  Fault of(APIServiceSpec spec) {
    String namespace = spec.service().namespace().text();
    String name = spec.service().name().text();
    long port = spec.service().port().number();
    String described = "service/%s in \"%s\"".formatted(name, namespace);
    Snapshot<StoredObject> now = store.snapshot();
    Entry<StoredObject> service = now.get(services.key(namespace, name));
    if (service == null) {
      return new Fault("ServiceNotFound", described + " is not present");
    }
    ServiceSpec wanted = Service.of(service.value().tree()).spec();
    if (wanted.type().textOr("ClusterIP").equals("ClusterIP")) {
      String portName = portName(wanted, port);
      if (portName == null) {
        return new Fault("ServicePortError", described + " is not listening on port " + port);
      }
      List<ObjectNode> known = slices(now, namespace, name);
      if (known.isEmpty()) {
        return new Fault("EndpointsNotFound", "cannot find endpointslices for " + described);
      }
      if (known.stream().noneMatch(slice -> answers(EndpointSlice.of(slice), portName))) {
        return new Fault(
            "MissingEndpoints",
            "endpointslices for %s have no addresses with port name \"%s\""
                .formatted(described, portName));
      }
    }
    return new Fault(
        "FailedDiscoveryCheck",
        "failing or missing response from https://%s.%s.svc:%d/apis/%s/%s: requests are not forwarded to other servers"
            .formatted(name, namespace, port, spec.group().text(), spec.version().text()));
  }

  private static @Nullable String portName(ServiceSpec service, long port) {
    for (ServicePort each : service.ports()) {
      if (each.port().number() == port) {
        return each.name().text();
      }
    }
    return null;
  }

  private List<ObjectNode> slices(Snapshot<StoredObject> now, String namespace, String service) {
    List<ObjectNode> out = new ArrayList<>();
    for (Iterator<Entry<StoredObject>> all =
            now.range(slices.storagePrefix() + "/" + namespace + "/", "");
        all.hasNext(); ) {
      StoredObject slice = all.next().value();
      if (slice.labels().getOrDefault(SERVICE_NAME, "").equals(service)) {
        out.add(slice.tree());
      }
    }
    return out;
  }

  private static boolean answers(EndpointSlice slice, String portName) {
    boolean ready =
        slice.endpoints().stream()
            .anyMatch(endpoint -> endpoint.conditions().ready().node().asBoolean(true));
    return ready
        && slice.ports().stream()
            .anyMatch(port -> port.port().present() && port.name().text().equals(portName));
  }
}
