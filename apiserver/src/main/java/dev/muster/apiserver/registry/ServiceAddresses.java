package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.core.ServiceStrategy;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.Status;
import dev.muster.store.Store;
import dev.muster.views.CoreV1.MutableService;
import dev.muster.views.CoreV1.MutableServiceSpec;
import dev.muster.views.CoreV1.Service;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Gives services their cluster address from 10.96.0.0/12 and their node ports, each to one service
 * only. What a request was given is free again when the request is refused or only tried, and what
 * a service had when the service is gone.
 */
public final class ServiceAddresses implements Assignment {
  /** From which addresses are given out. */
  public static final String RANGE = "10.96.0.0/12";

  private static final int RANGE_START = 10 << 24 | 96 << 16;
  private static final int RANGE_SIZE = 1 << 20;

  private final Store<StoredObject> store;
  private final Map<String, Reservations> reservations = new ConcurrentHashMap<>();

  public ServiceAddresses(Store<StoredObject> store) {
    this.store = store;
  }

  @Override
  public boolean competes(WriteRequest request) {
    Kind kind = request.kind();
    return kind.group().isEmpty()
        && kind.kind().equals("Service")
        && request.subresource().isEmpty();
  }

  @Override
  public Hold assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    Kind kind = request.kind();
    if (!competes(request) || !ServiceStrategy.needsClusterIp(Service.of(object))) {
      return Hold.NOTHING;
    }
    String name = Service.of(object).metadata().name().text();
    Reservations.Held held =
        reservations
            .computeIfAbsent(
                kind.storagePrefix() + "/",
                prefix -> new Reservations(new ServiceIndex(store, prefix)))
            .of(kind.key(request.namespace(), name));
    boolean done = false;
    try {
      MutableServiceSpec spec = MutableService.of(object).spec().ensure();
      ServiceFamilies.settle(name, object, old);
      address(name, spec, old, held);
      new NodePorts(name, held).assign(spec, old == null ? null : Service.of(old).spec().tree());
      done = true;
      return held;
    } finally {
      if (!done) {
        held.close();
      }
    }
  }

  private static void address(
      String name, MutableServiceSpec spec, @Nullable ObjectNode old, Reservations.Held held) {
    JsonNode before = old == null ? null : Service.of(old).spec().clusterIP().node();
    String given = spec.clusterIP().text();
    if (given.isEmpty() && before != null) {
      given = before.asText();
    }
    boolean kept = before != null && given.equals(before.asText());
    if (given.isEmpty()) {
      given = free(held);
    } else if (!kept && !given.equals("None") && !held.reserve(ServiceIndex.address(given))) {
      Errors errors = new Errors();
      errors.invalid(
          Path.of("spec", "clusterIPs"),
          "[\"" + given + "\"]",
          "failed to allocate IP " + given + ": provided IP is already allocated");
      throw Status.invalid("", "Service", name, errors).exception();
    }
    spec.clusterIP(given);
    if (spec.clusterIPs().empty()) {
      spec.clusterIPs().replaceList().add(given);
    }
  }

  private static String free(Reservations.Held held) {
    while (true) {
      // the low addresses are left to those who choose theirs
      int offset = ThreadLocalRandom.current().nextInt(256, RANGE_SIZE - 1);
      String address = text(RANGE_START + offset);
      if (held.reserve(ServiceIndex.address(address))) {
        return address;
      }
    }
  }

  private static String text(int address) {
    return (address >>> 24)
        + "."
        + (address >>> 16 & 255)
        + "."
        + (address >>> 8 & 255)
        + "."
        + (address & 255);
  }
}
