package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.muster.api.core.ServiceStrategy;
import dev.muster.api.field.Errors;
import dev.muster.api.field.Path;
import dev.muster.api.kinds.Kind;
import dev.muster.api.status.Status;
import dev.muster.store.Entry;
import dev.muster.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Gives services their cluster address from 10.96.0.0/12 and their node ports from 30000-32767,
 * each to one service only.
 */
public final class ServiceAddresses implements Assignment {
  private static final int RANGE_START = 10 << 24 | 96 << 16;
  private static final int RANGE_SIZE = 1 << 20;
  private static final long FIRST_PORT = 30_000;
  private static final int PORTS = 2768;

  /** What was given out but may not be stored yet counts as taken for so long. */
  private static final Duration RESERVED = Duration.ofMinutes(1);

  private final Store<StoredObject> store;
  private final InstantSource clock;
  private final Map<String, Instant> reserved = new ConcurrentHashMap<>();

  public ServiceAddresses(Store<StoredObject> store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  @Override
  public void assign(WriteRequest request, ObjectNode object, @Nullable ObjectNode old) {
    Kind kind = request.kind();
    if (!kind.group().isEmpty()
        || !kind.kind().equals("Service")
        || !request.subresource().isEmpty()) {
      return;
    }
    ObjectNode spec = object.withObject("/spec");
    if (!ServiceStrategy.needsClusterIp(object)) {
      return;
    }
    Taken taken = taken(kind, object.path("metadata").path("uid").asText());
    String name = object.path("metadata").path("name").asText();
    ServiceFamilies.settle(name, spec, old);
    address(name, spec, old, taken);
    ports(name, spec, old, taken);
    if (spec.path("type").asText().equals("LoadBalancer")
        && spec.path("externalTrafficPolicy").asText().equals("Local")
        && !spec.has("healthCheckNodePort")) {
      spec.put("healthCheckNodePort", freePort(taken));
    }
  }

  private void address(String name, ObjectNode spec, @Nullable ObjectNode old, Taken taken) {
    String given = spec.path("clusterIP").asText();
    if (given.isEmpty() && old != null) {
      given = old.path("spec").path("clusterIP").asText();
    }
    boolean kept = old != null && given.equals(old.path("spec").path("clusterIP").asText());
    if (given.isEmpty()) {
      given = free(taken);
    } else if (!kept
        && !given.equals("None")
        && !reserve("ip " + given, taken.addresses.contains(given))) {
      Errors errors = new Errors();
      errors.invalid(
          Path.of("spec", "clusterIPs"),
          "[\"" + given + "\"]",
          "failed to allocate IP " + given + ": provided IP is already allocated");
      throw Status.invalid("", "Service", name, errors).exception();
    }
    spec.put("clusterIP", given);
    if (spec.path("clusterIPs").isEmpty()) {
      spec.putArray("clusterIPs").add(given);
    }
  }

  private void ports(String name, ObjectNode spec, @Nullable ObjectNode old, Taken taken) {
    String type = spec.path("type").asText();
    boolean balanced =
        type.equals("LoadBalancer") && spec.path("allocateLoadBalancerNodePorts").asBoolean(true);
    if (!type.equals("NodePort") && !balanced) {
      return;
    }
    int i = 0;
    for (JsonNode node : spec.path("ports")) {
      ObjectNode port = (ObjectNode) node;
      long given = port.path("nodePort").asLong();
      if (given == 0) {
        port.put("nodePort", freePort(taken));
      } else if (given < FIRST_PORT || given >= FIRST_PORT + PORTS) {
        throw refused(
            name,
            i,
            given,
            "provided port is not in the valid range. The range of valid ports is "
                + FIRST_PORT
                + "-"
                + (FIRST_PORT + PORTS - 1));
      } else if (!had(old, given) && !reserve("port " + given, taken.ports.contains(given))) {
        throw refused(name, i, given, "provided port is already allocated");
      }
      i++;
    }
  }

  private static RuntimeException refused(String name, int port, long given, String why) {
    Errors errors = new Errors();
    errors.invalid(
        Path.of("spec", "ports").index(port).child("nodePort"), Long.toString(given), why);
    return Status.invalid("", "Service", name, errors).exception();
  }

  private static boolean had(@Nullable ObjectNode old, long port) {
    return old != null
        && old.path("spec")
            .path("ports")
            .valueStream()
            .anyMatch(p -> p.path("nodePort").asLong() == port);
  }

  private String free(Taken taken) {
    while (true) {
      // the low addresses are left to those who choose theirs
      int offset = ThreadLocalRandom.current().nextInt(256, RANGE_SIZE - 1);
      String address = text(RANGE_START + offset);
      if (reserve("ip " + address, taken.addresses.contains(address))) {
        return address;
      }
    }
  }

  private long freePort(Taken taken) {
    for (int tries = 0; tries < 20 * PORTS; tries++) {
      long port = FIRST_PORT + ThreadLocalRandom.current().nextInt(PORTS);
      if (reserve("port " + port, taken.ports.contains(port))) {
        return port;
      }
    }
    throw Status.internal("failed to allocate a nodePort: range is full").exception();
  }

  /** True if it is now ours. */
  private boolean reserve(String what, boolean stored) {
    Instant now = clock.instant();
    reserved.values().removeIf(until -> until.isBefore(now));
    return !stored && reserved.putIfAbsent(what, now.plus(RESERVED)) == null;
  }

  private record Taken(Set<String> addresses, Set<Long> ports) {}

  /** By all services but the one with this uid. */
  private Taken taken(Kind kind, String uid) {
    Taken taken = new Taken(new HashSet<>(), new HashSet<>());
    for (Iterator<Entry<StoredObject>> all = store.snapshot().range(kind.storagePrefix() + "/", "");
        all.hasNext(); ) {
      ObjectNode service = all.next().value().tree();
      if (!service.path("metadata").path("uid").asText().equals(uid)) {
        service.path("spec").path("clusterIPs").forEach(ip -> taken.addresses.add(ip.asText()));
        service
            .path("spec")
            .path("ports")
            .forEach(p -> taken.ports.add(p.path("nodePort").asLong()));
        taken.ports.add(service.path("spec").path("healthCheckNodePort").asLong());
      }
    }
    return taken;
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
