package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.model.apply.ManagedFields;
import dev.muster.model.apply.Write;
import dev.muster.model.codec.Times;
import dev.muster.model.scheme.Kind;
import dev.muster.model.scheme.Kinds;
import dev.muster.store.ConflictException;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import dev.muster.views.ApiregistrationV1.APIService;
import dev.muster.views.ApiregistrationV1.APIServiceCondition;
import dev.muster.views.ApiregistrationV1.MutableAPIService;
import dev.muster.views.ApiregistrationV1.MutableAPIServiceCondition;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.Set;

/**
 * Tells in the status of an APIService that another server should serve why it is not available:
 * after every write to it, to a service or to a service's endpoints, before the write is answered.
 */
public final class RemoteApiServices implements Consequence {
  private static final String MANAGER = "kube-apiserver";

  /** On those of the server's own groups, which are not looked at for every service. */
  private static final String AUTOMANAGED = "kube-aggregator.kubernetes.io/automanaged";

  private static final Set<String> LOOKED_AT = Set.of("services", "endpointslices");

  private final Store<StoredObject> store;
  private final ManagedFields fields;
  private final Kind apiServices;
  private final ServiceAvailability availability;
  private final InstantSource clock;

  public RemoteApiServices(
      Store<StoredObject> store, ManagedFields fields, Kinds kinds, InstantSource clock) {
    this.store = store;
    this.fields = fields;
    this.clock = clock;
    this.apiServices = kinds.byKind("apiregistration.k8s.io/v1", "APIService").orElseThrow();
    this.availability = new ServiceAvailability(store, kinds);
  }

  @Override
  public void follow(WriteRequest request, String name) {
    if (!request.subresource().isEmpty()) {
      return;
    }
    if (request.kind().storagePrefix().equals(apiServices.storagePrefix())) {
      settle(apiServices.key("", name));
    } else if (LOOKED_AT.contains(request.kind().plural())) {
      for (Iterator<Entry<StoredObject>> all =
              store.snapshot().range(apiServices.storagePrefix() + "/", "");
          all.hasNext(); ) {
        Entry<StoredObject> each = all.next();
        boolean local = each.value().labels().containsKey(AUTOMANAGED);
        if (!local && namespace(each.value().tree()).equals(request.namespace())) {
          settle(each.key());
        }
      }
    }
  }

  private static String namespace(ObjectNode apiService) {
    return APIService.of(apiService).spec().service().namespace().text();
  }

  private void settle(String key) {
    while (true) {
      Entry<StoredObject> entry = store.snapshot().get(key);
      if (entry == null || APIService.of(entry.value().tree()).spec().service().absent()) {
        return;
      }
      ObjectNode live = entry.value().tree();
      ServiceAvailability.Fault fault = availability.of(APIService.of(live).spec());
      if (told(APIService.of(live), fault)) {
        return;
      }
      ObjectNode next = live.deepCopy();
      MutableAPIService.of(next)
          .status()
          .ensure()
          .conditions()
          .set(conditions(APIService.of(live), fault));
      fields.update(apiServices, live, next, new Write(MANAGER, "status", clock.instant()));
      try {
        store.put(key, ObjectDraft.of(apiServices, next), entry.revision());
        return;
      } catch (ConflictException e) {
        // somebody was quicker: once more
      }
    }
  }

  private static boolean told(APIService apiService, ServiceAvailability.Fault fault) {
    for (APIServiceCondition condition : apiService.status().conditions()) {
      if (condition.type().text().equals("Available")) {
        return condition.status().text().equals("False")
            && condition.reason().text().equals(fault.reason())
            && condition.message().text().equals(fault.message());
      }
    }
    return false;
  }

  private JsonNode conditions(APIService live, ServiceAvailability.Fault fault) {
    var out = JsonNodeFactory.instance.arrayNode();
    String since = Times.seconds(clock.instant());
    for (APIServiceCondition condition : live.status().conditions()) {
      if (!condition.type().text().equals("Available")) {
        out.add(condition.tree());
      } else if (condition.status().text().equals("False")) {
        since = condition.lastTransitionTime().text();
      }
    }
    MutableAPIServiceCondition.of(out.addObject())
        .lastTransitionTime(since)
        .message(fault.message())
        .reason(fault.reason())
        .status("False")
        .type("Available");
    return out;
  }
}
