package dev.muster.apiserver.handlers;

import dev.muster.apiserver.backends.Backend;
import dev.muster.apiserver.backends.BackendConnections;
import dev.muster.client.http.BackendAnswer;
import dev.muster.client.http.BackendConnection;
import dev.muster.client.http.OutgoingRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The parts of a control plane. Those that run in this process say themselves how they are; others
 * are asked where they usually listen on this machine, as Kubernetes does. Thread-safe.
 */
public final class Components {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Map<String, Integer> PORTS =
      Map.of("controller-manager", 10257, "scheduler", 10259);

  private final BackendConnections connections;
  private final Map<String, HealthChecks.Check> here = new ConcurrentHashMap<>();

  public Components(BackendConnections connections) {
    this.connections = connections;
  }

  /** This one runs here. */
  public Components add(String name, HealthChecks.Check check) {
    here.put(name, check);
    return this;
  }

  /** How one of them is. */
  record Health(boolean well, String message, String error) {}

  /** Empty if there is none of that name. */
  Optional<Health> health(String name) {
    HealthChecks.Check own = here.get(name);
    if (own != null) {
      return Optional.of(
          own.fault()
              .map(fault -> new Health(false, "", fault))
              .orElseGet(() -> new Health(true, "ok", "")));
    }
    return Optional.ofNullable(PORTS.get(name)).map(this::asked);
  }

  List<String> names() {
    Map<String, Object> all = new TreeMap<>(PORTS);
    all.putAll(here);
    return List.copyOf(all.keySet());
  }

  private Health asked(int port) {
    InetAddress address = InetAddress.getLoopbackAddress();
    Backend backend =
        new Backend(Backend.Security.UNVERIFIED, address.getHostAddress(), address, port);
    try (BackendConnection connection = connections.connect(backend)) {
      connection.sendHead(OutgoingRequest.of("GET", "/healthz", backend.authority(), List.of()));
      BackendAnswer answer = connection.answer("GET", PATIENCE);
      boolean well = answer.code() >= 200 && answer.code() < 400;
      return new Health(
          well,
          well ? answer.problem() : "HTTP probe failed with statuscode: " + answer.code(),
          "");
    } catch (IOException e) {
      String url = "https://" + backend.authority() + "/healthz";
      return new Health(false, "Get \"" + url + "\": " + e.getMessage(), "");
    }
  }
}
