package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.kinds.core.ServiceStrategy;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.net.IpAddress;
import dev.muster.model.scheme.Kind;
import dev.muster.model.status.ApiException;
import dev.muster.model.status.Status;
import dev.muster.store.Store;
import java.util.Map;
import java.util.Optional;
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
  public Hold assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    Kind kind = request.kind();
    if (!kind.group().isEmpty()
        || !kind.kind().equals("Service")
        || !request.subresource().isEmpty()
        || !ServiceStrategy.needsClusterIp(object)) {
      return Hold.NOTHING;
    }
    String name = object.path("metadata").path("name").asText();
    Reservations.Held held =
        reservations
            .computeIfAbsent(
                kind.storagePrefix() + "/",
                prefix -> new Reservations(new ServiceIndex(store, prefix)))
            .of(kind.key(request.namespace(), name));
    boolean done = false;
    try {
      ObjectNode spec = object.withObject("/spec");
      ServiceFamilies.settle(name, object, old);
      address(name, spec, old, held);
      new NodePorts(name, held).assign(spec, old == null ? null : old.path("spec"));
      done = true;
      return held;
    } finally {
      if (!done) {
        held.close();
      }
    }
  }

  private static void address(
      String name, ObjectNode spec, @Nullable ObjectNode old, Reservations.Held held) {
    JsonNode before = old == null ? null : old.path("spec").path("clusterIP");
    String given = spec.path("clusterIP").asText();
    if (given.isEmpty() && before != null) {
      given = before.asText();
    }
    boolean kept = before != null && given.equals(before.asText());
    if (!kept && !given.isEmpty() && !given.equals("None") && isElsewhere(given)) {
      throw refused(name, given, "the provided network does not match the current range");
    }
    if (given.isEmpty()) {
      given = free(held);
    } else if (!kept && !given.equals("None") && !held.reserve(ServiceIndex.address(given))) {
      throw refused(name, given, "provided IP is already allocated");
    }
    spec.put("clusterIP", given);
    if (spec.path("clusterIPs").isEmpty()) {
      spec.putArray("clusterIPs").add(given);
    }
  }

  /**
   * Whether it is an address that is not ours to give: nobody can have others' addresses. The first
   * and the last of a range are no hosts. What is no address at all is for validation to say.
   */
  private static boolean isElsewhere(String address) {
    Optional<IpAddress> parsed = IpAddress.parse(address);
    int offset =
        parsed.filter(IpAddress::isV4).map(ip -> number(ip.text()) - RANGE_START).orElse(0);
    return parsed.isPresent() && (offset <= 0 || offset >= RANGE_SIZE - 1);
  }

  private static int number(String dotted) {
    int number = 0;
    for (String octet : dotted.split("\\.", -1)) {
      number = number << 8 | Integer.parseInt(octet);
    }
    return number;
  }

  private static ApiException refused(String name, String address, String why) {
    Errors errors = new Errors();
    errors.invalid(
        Path.of("spec", "clusterIPs"),
        "[\"" + address + "\"]",
        "failed to allocate IP " + address + ": " + why);
    return Status.invalid("", "Service", name, errors).exception();
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
