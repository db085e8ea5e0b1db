package dev.muster.apiserver.registry;

import com.fasterxml.jackson.databind.JsonNode;
import dev.muster.kinds.core.ServiceStrategy;
import dev.muster.model.field.Errors;
import dev.muster.model.field.Path;
import dev.muster.model.status.Status;
import dev.muster.views.CoreV1.MutableServicePort;
import dev.muster.views.CoreV1.MutableServiceSpec;
import dev.muster.views.CoreV1.ServiceSpec;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** The ports from 30000 to 32767 of one service. */
final class NodePorts {
  private static final long FIRST = 30_000;
  private static final int COUNT = 2768;
  private static final String NOT_IN_RANGE =
      "provided port is not in the valid range. The range of valid ports is %d-%d"
          .formatted(FIRST, FIRST + COUNT - 1);

  private final String service;
  private final Reservations.Held held;

  NodePorts(String service, Reservations.Held held) {
    this.service = service;
    this.held = held;
  }

  /** Gives those that lack one a port, and checks those that were chosen. */
  void assign(MutableServiceSpec spec, @Nullable JsonNode before) {
    String type = spec.type().text();
    if (type.equals("NodePort") || type.equals("LoadBalancer")) {
      boolean wanted =
          type.equals("NodePort") || spec.allocateLoadBalancerNodePorts().node().asBoolean(true);
      if (before == null) {
        create(spec, wanted);
      } else {
        update(spec, ServiceSpec.of(before), wanted);
      }
    }
    healthCheck(spec, before);
  }

  /** Ports of the same number, as of TCP and UDP, share their node port. */
  private void create(MutableServiceSpec spec, boolean wanted) {
    Map<Long, Long> chosen = new HashMap<>();
    for (MutableServicePort port : spec.ports().each()) {
      if (port.nodePort().number() != 0) {
        chosen.putIfAbsent(port.port().number(), port.nodePort().number());
      }
    }
    Map<Long, Long> given = new HashMap<>();
    int i = 0;
    for (MutableServicePort port : spec.ports().each()) {
      long number = port.port().number();
      long own = port.nodePort().number();
      Long shared = given.get(number);
      if (own != 0 || wanted) {
        if (shared == null) {
          long first = chosen.getOrDefault(number, 0L);
          if (first == 0) {
            first = free();
          } else {
            take(i, first);
          }
          port.nodePort(first);
          given.put(number, first);
        } else if (own == 0) {
          port.nodePort(shared);
        } else if (own != shared) {
          take(i, own);
        }
      }
      i++;
    }
  }

  private void update(MutableServiceSpec spec, ServiceSpec before, boolean wanted) {
    Set<Long> known = new HashSet<>();
    before.ports().forEach(port -> known.add(port.nodePort().number()));
    int i = 0;
    for (MutableServicePort port : spec.ports().each()) {
      long own = port.nodePort().number();
      if (own != 0) {
        if (known.add(own)) {
          take(i, own);
        }
      } else if (wanted) {
        port.nodePort(free());
      }
      i++;
    }
  }

  private void healthCheck(MutableServiceSpec spec, @Nullable JsonNode before) {
    if (!ServiceStrategy.needsHealthCheck(spec.tree())
        || before != null && ServiceStrategy.needsHealthCheck(before)) {
      return;
    }
    long own = spec.healthCheckNodePort().number();
    if (own == 0) {
      spec.healthCheckNodePort(free());
      return;
    }
    fault(own)
        .ifPresent(
            why -> {
              throw Status.badRequest(
                      "failed to allocate requested HealthCheck NodePort " + own + ": " + why)
                  .exception();
            });
  }

  private void take(int index, long port) {
    fault(port)
        .ifPresent(
            why -> {
              Errors errors = new Errors();
              errors.invalid(
                  Path.of("spec", "ports").index(index).child("nodePort"),
                  Long.toString(port),
                  why);
              throw Status.invalid("", "Service", service, errors).exception();
            });
  }

  private Optional<String> fault(long port) {
    if (port < FIRST || port >= FIRST + COUNT) {
      return Optional.of(NOT_IN_RANGE);
    }
    return held.reserve(ServiceIndex.port(port))
        ? Optional.empty()
        : Optional.of("provided port is already allocated");
  }

  private long free() {
    int start = ThreadLocalRandom.current().nextInt(COUNT);
    for (int i = 0; i < COUNT; i++) {
      long port = FIRST + (start + i) % COUNT;
      if (held.reserve(ServiceIndex.port(port))) {
        return port;
      }
    }
    throw Status.internal("failed to allocate a nodePort: range is full").exception();
  }
}
